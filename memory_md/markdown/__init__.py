"""The one reader of Markdown: lines, containers, bullets, tables, sections, front matter, paths."""

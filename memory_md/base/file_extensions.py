"""The endings by which a word is taken for the name of a file."""

from __future__ import annotations

from typing import Final

# In lower case, without the dot. Text, code, and what else lies in repositories; none that is more
# often something else (a domain, a unit, an attribute).
_LISTED: Final = (
    "adoc asm astro avif bash bat bazel bicep bzl c cc cfg cjs clj cljs cmake cmd conf cpp cr"
    " cs csproj css csv cts cu cxx dart db diff dockerfile dts edn ejs el elm env eot erb erl"
    " ex example exs f90 fs fsx fish gd gif glsl go gql gradle graphql groovy h haml hbs hcl"
    " hh hpp hrl hs htm html hxx ico ics ini ino ipynb j2 java jinja jinja2 jl jpeg jpg js"
    " json json5 jsonc jsonl jsx kt kts less lhs liquid lisp lock log lua m mako md mdc mdown"
    " mdx mjs mk ml mli mm mmd mod mp3 mp4 mts mustache nim nix ndjson odt org otf patch pcss"
    " pdf pem php pl plist pm png po pot prisma properties proto ps1 psm1 pug pxd py pyi pyx r"
    " rake razor rb re resx rkt rmd ron rs rst sass sbt scala scm scss sh sln snap sol sql"
    " sqlite styl sum svelte svg swift tcl templ tex tf tfvars thrift tmpl toml ts tscn tsv"
    " tsx ttf twig txt v vb vhd vim vue wasm wat wav webm webp woff woff2 xaml xcconfig xhtml"
    " xlsx xml xsd xsl yaml yml zig zsh"
)
FILE_EXTENSIONS: Final = frozenset(_LISTED.split())

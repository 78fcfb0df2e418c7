import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TypeDocOptions } from 'typedoc'

/** The folder of the pages in the site. */
export const API_FOLDER = 'api-docs'

const SURFACE = 'package/surface'
const STYLE = 'scripts/api-docs/api-docs.css'

/** Links of the pages to the rest of the site; `site:` becomes the path from each page to the root of the site. */
const LINKS = { Playground: 'site:', Reference: 'site:reference.html' }

/**
 * Writes a page for each export of the package, from the declarations under review. The pages are made again only when an
 * input changes, because making them takes seconds.
 * @returns the folder of the pages
 * @throws Error for a type that is used and not exported, or a comment that names something absent
 */
export async function apiPages(root: string): Promise<string> {
  const folder = path.join(root, '.cache', API_FOLDER, hashOfInputs(root))
  if (existsSync(folder)) return folder
  const options: TypeDocOptions = {
    name: 'tabplane',
    entryPoints: surfaceFiles(root).map((file) => path.join(root, SURFACE, file)),
    tsconfig: path.join(root, 'scripts/api-docs/tsconfig.json'),
    readme: path.join(root, 'package/README.md'),
    customCss: path.join(root, STYLE),
    navigationLinks: LINKS,
    hideGenerator: true,
    disableSources: true,
    disableGit: true,
    githubPages: false,
    visibilityFilters: {},
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
  }
  // Loaded only to make pages, because TypeDoc loads the compiler of TypeScript.
  const { Application } = await import('typedoc')
  const app = await Application.bootstrap(options)
  const project = await app.convert()
  if (project === undefined) throw new Error('the declarations of the package cannot be read')
  app.validate(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('the public types have faults, see above')
  const made = `${folder}.${process.pid}`
  await app.generateDocs(project, made)
  for (const page of htmlFiles(made)) {
    const file = path.join(made, page)
    writeFileSync(file, publishedPage(page, readFileSync(file, 'utf8')))
  }
  // Another process may have made the same pages meanwhile.
  if (existsSync(folder)) rmSync(made, { recursive: true })
  else renameSync(made, folder)
  return folder
}

export const surfaceFiles = (root: string): string[] =>
  readdirSync(path.join(root, SURFACE)).filter((file) => file.endsWith('.d.ts'))

function hashOfInputs(root: string): string {
  const inputs = [
    ...surfaceFiles(root).map((file) => path.join(SURFACE, file)),
    'package/README.md',
    'scripts/api-docs/api-pages.ts',
    STYLE,
    'node_modules/typedoc/package.json',
  ]
  const hash = createHash('sha256')
  for (const file of inputs) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

const htmlFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))

/** Changes of each page, in order. */
const CHANGES: readonly (readonly [pattern: RegExp, text: string])[] = [
  // The policy of the site forbids scripts inside pages. These scripts hide the page until its colours are known.
  [/<script>.*?<\/script>/gs, ''],
  [/<\/head>/, '<link rel="icon" href="site:icon.svg" type="image/svg+xml"/></head>'],
  // These roles and labels let screen readers find the content and distinguish the lists of links.
  [/<div class="col-content">/g, '<div class="col-content" role="main">'],
  [/<nav id="tsd-sidebar-links"/g, '<nav aria-label="Site" id="tsd-sidebar-links"'],
  [/<div class="page-menu">/g, '<div class="page-menu" role="complementary" aria-label="Page">'],
  [/<h5 class="tsd-index-heading([^>]*)>(.*?)<\/h5>/gs, '<h2 class="tsd-index-heading$1>$2</h2>'],
  // A link inside the `<summary>` that opens a section cannot be reached.
  [/(<summary(?:(?!<\/summary>).)*?)<a [^>]*class="tsd-anchor-icon">.*?<\/a>/gs, '$1'],
]

function publishedPage(page: string, html: string): string {
  const up = '../'.repeat(page.split(path.sep).length)
  const changed = CHANGES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), html)
  return changed.replaceAll('href="site:', `href="${up}`)
}

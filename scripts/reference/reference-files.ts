import { readFileSync } from 'node:fs'
import path from 'node:path'
import { classicScript } from '../classic-script.ts'
import type { FixedFile } from '../fixed-files-plugin.ts'
import { inlineHtml, referenceHtml } from './markdown.ts'

/** The reference as one searchable page of the site: `reference.html`, its style and its script. */
export function referenceFiles(root: string): FixedFile[] {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  return [
    { name: 'reference.html', type: 'text/html', source: () => referencePage(read) },
    {
      name: 'reference.css',
      type: 'text/css',
      source: () => read('src/design/tokens.css') + read('src/reference/reference.css'),
    },
    {
      name: 'reference.js',
      type: 'text/javascript',
      source: (config) => classicScript(root, 'src/reference/reference.ts', config),
    },
  ]
}

interface Page {
  name: string
  title: string
  about: string
}

/** The pages, in the order of the table in docs/reference/README.md. */
function pagesOf(index: string): Page[] {
  const rows = [...index.matchAll(/^\| \[([^\]]+)\]\(([\w-]+)\.md\) *\| *(.*?) *\|$/gm)]
  return rows.map(([, title = '', name = '', about = '']) => ({ name, title, about }))
}

export function referencePage(read: (file: string) => string): string {
  const pages = pagesOf(read('docs/reference/README.md'))
  const links = pages.map(
    ({ name, title, about }) => `<li><a href="#${name}" title="${about}">${inlineHtml(title)}</a></li>`,
  )
  const sections = pages.map(
    ({ name }) => `<section id="${name}">\n${referenceHtml(name, read(`docs/reference/${name}.md`))}\n</section>`,
  )
  return read('src/reference/reference.html')
    .replace('<!-- links -->', () => links.join('\n'))
    .replace('<!-- sections -->', () => sections.join('\n'))
}

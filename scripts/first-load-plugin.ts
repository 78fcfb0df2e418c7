import path from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The module that the first screen needs in addition to the entry. */
const FIRST = 'src/terminal/terminal-pane.svelte'
/** A narrower page, such as a phone's, shows the terminal on request. src/main.ts loads it under the same condition. */
const WIDE = '(width>=700px)'

/**
 * Adds preload links for the files that load before the terminal answers, so that the browser requests them together
 * with the page's script. .size-limit.mjs reads the same list.
 */
export function firstLoad(root: string): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.find((chunk) => chunk.facadeModuleId === path.join(root, FIRST))
        if (first === undefined) throw new Error(`${FIRST} is not a chunk of its own: load it with import()`)
        const files = new Set<string>()
        const styles = new Set<string>()
        const collect = (name: string): void => {
          const chunk = chunks.find((each) => each.fileName === name)
          if (chunk === undefined || files.has(name)) return
          files.add(name)
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
          for (const imported of chunk.imports) collect(imported)
        }
        collect(first.fileName)
        const link = (file: string, attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true, media: WIDE, href: `./${file}` },
          injectTo: 'head',
        })
        const tags = [
          ...[...files].map((file) => link(file, { rel: 'modulepreload' })),
          // A preload instead of a stylesheet, which would delay the first paint.
          ...[...styles].map((file) => link(file, { rel: 'preload', as: 'style' })),
        ].filter(({ attrs }) => !html.includes(`"${String(attrs?.['href'])}"`))
        // Comments are for readers of the source.
        return { html: html.replaceAll(/\s*<!--.*?-->/gs, ''), tags }
      },
    },
  }
}

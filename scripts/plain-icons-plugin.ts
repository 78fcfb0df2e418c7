import path from 'node:path'
import type { Plugin } from 'vite'

const LIBRARY = /\/@lucide\/svelte\/dist\/icons\/[^/]+\.svelte$/

/** Draws the icons of @lucide/svelte with src/widgets/plain-icon.svelte. */
export function plainIcons(root: string): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../Icon.svelte' && importer !== undefined && LIBRARY.test(importer)
        ? path.join(root, 'src/widgets/plain-icon.svelte')
        : undefined,
  }
}

import type { Plugin } from 'vite'

/** Chunks that a first visit runs: the page, and the editor with its libraries (`browser` is the parser of YAML). */
const FIRST = /^(page|editor-pane|syntax|dist|browser)$/
/** V8 reads this hint only in the first line of a file (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Lets V8 compile all functions of a first visit while it reads their files, in another thread. Otherwise the main thread
 * compiles each function at its first call, which is half of its work then.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite writes the list of files that an import() loads at the start of a chunk. The hint comes before that list.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !FIRST.test(file.name)) continue
          file.code = HINT + file.code
          // The added line comes from no source file, so its entry in the map is empty.
          const map = bundle[`${file.fileName}.map`]
          if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
        }
      },
    },
  }
}

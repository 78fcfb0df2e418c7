import type { Plugin } from 'vite'
import { readFieldDescriptions } from '../serve/field-descriptions.ts'

const FILE = 'assets/field-descriptions.json'

/**
 * Builds the descriptions of the built-in types into a file that the API worker loads with the first request for a
 * document.
 */
export function fieldDescriptions(): Plugin {
  return {
    name: 'field-descriptions',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.endsWith('/field-descriptions.json')) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(readFieldDescriptions()))
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(readFieldDescriptions()) })
    },
  }
}

import type { Plugin } from 'vite'
import { readFieldDescriptions } from '../serve/field-descriptions.ts'

const FILE = 'assets/field-descriptions.json'

/** Puts the descriptions of the built-in types beside the API worker, which loads them when a document is asked for. */
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

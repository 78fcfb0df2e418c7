import path from 'node:path'
import type { Plugin } from 'vite'
import { policyOf, servedHeaders } from './served-headers.ts'

/** Makes `npm start` send the headers that docs/hosting.md requires of every host. */
export function hostingHeaders(root: string): Plugin {
  return {
    name: 'hosting-headers',
    configurePreviewServer(server) {
      const policy = policyOf(path.join(root, 'index.html'))
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
        for (const [name, value] of Object.entries(servedHeaders(pathname, searchParams, policy)))
          response.setHeader(name, value)
        next()
      })
    },
  }
}

import manifest from '../../../package.json' with { type: 'json' }
import type { Program } from '../program.ts'

export const version = {
  run() {
    console.log(`tabplane ${manifest.version}, the API of Kubernetes 1.30`)
    return Promise.resolve(0)
  },
} satisfies Program

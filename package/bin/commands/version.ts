import manifest from '../../../package.json' with { type: 'json' }
import { UsageError, type Program } from '../program.ts'

export const version = {
  run(args) {
    if (args.length > 0) throw new UsageError('version has no arguments')
    console.log(`tabplane ${manifest.version}, the API of Kubernetes 1.30`)
    return Promise.resolve(0)
  },
} satisfies Program

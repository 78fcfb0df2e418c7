import { DEFAULT_CONTROLLERS } from '../../server/default-controllers.ts'
import type { Program } from '../program.ts'
import { HEALTH, HEALTH_PATH } from './etcd.ts'
import { serve } from './serve.ts'

const ETCD = '--etcd-servers='

/**
 * The server with the command line of kube-apiserver, in the k8s dialect. It keeps the cluster in memory without
 * `--etcd-servers`, and when that flag names the program `etcd` of this package.
 */
export const kubeApiserver = {
  async run(args) {
    const isHelp = args.includes('--help')
    const inMemory = isHelp || (await isMemory(args))
    return serve.run([
      '--dialect=k8s',
      ...(args.some((arg) => arg.startsWith('--controllers'))
        ? []
        : [`--controllers=${DEFAULT_CONTROLLERS.join(',')}`]),
      ...(inMemory ? args.filter((arg) => !arg.startsWith(ETCD)) : args),
    ])
  },
} satisfies Program

async function isMemory(args: readonly string[]): Promise<boolean> {
  const [url] =
    args
      .find((arg) => arg.startsWith(ETCD))
      ?.slice(ETCD.length)
      .split(',') ?? []
  if (url === undefined) return true
  try {
    const answer = (await (await fetch(new URL(HEALTH_PATH, url))).json()) as Partial<typeof HEALTH>
    return answer.server === HEALTH.server
  } catch {
    // The server reports an etcd that it cannot reach.
    return false
  }
}

import path from 'node:path'
import { clientBinary } from '../../clients/client-binary.ts'
import type { Ended } from '../go-modules.ts'
import { moduleFolder, runProgram, workFolder } from '../go-modules.ts'
import type { OutsideSuite } from '../outside-suite.ts'
import { serveCluster } from '../served-cluster.ts'

/** Charts inside of Go modules, which the go client downloads: the module and the folder of the chart. */
const CHARTS: readonly { readonly module: string; readonly chart: string }[] = [
  { module: 'sigs.k8s.io/metrics-server@v0.7.1', chart: 'charts/metrics-server' },
  { module: 'k8s.io/ingress-nginx@v0.0.0-20240708192948-52c50467d67d', chart: 'charts/ingress-nginx' },
  { module: 'sigs.k8s.io/external-dns@v0.14.2', chart: 'charts/external-dns' },
  { module: 'sigs.k8s.io/kueue@v0.17.0', chart: 'charts/kueue' },
  { module: 'github.com/crossplane/crossplane@v1.16.0', chart: 'cluster/charts/crossplane' },
  { module: 'github.com/external-secrets/external-secrets@v0.9.13', chart: 'deploy/charts/external-secrets' },
]

const fault = (step: string, { code, output }: Ended): string =>
  code === 0 ? '' : `${step} ended with ${code}:\n${output.slice(-1500)}`

/** Installs a chart, changes it, and removes it again, each with helm. Returns the first fault. */
async function installed(chart: string, kubeconfig: string): Promise<string> {
  const helm = (...args: string[]): Promise<Ended> =>
    runProgram(clientBinary('helm', '1.30'), args, { cwd: workFolder('charts'), env: { KUBECONFIG: kubeconfig } })
  const place = ['r', '--namespace', 'charts']
  const steps: readonly (readonly string[])[] = [
    ['install', 'r', chart, '--namespace', 'charts', '--create-namespace', '--no-hooks'],
    ['upgrade', 'r', chart, '--namespace', 'charts', '--no-hooks', '--set', 'fullnameOverride=again'],
    ['status', ...place],
    ['get', 'manifest', ...place],
    ['rollback', 'r', '1', '--namespace', 'charts', '--no-hooks'],
    ['uninstall', ...place, '--no-hooks'],
  ]
  for (const step of steps) {
    const found = fault(step[0] ?? '', await helm(...step))
    if (found !== '') return found
  }
  return ''
}

/** npm run outside -- charts [NAME ...]: charts of other projects are installed and removed with helm. */
export const charts: OutsideSuite = {
  name: 'charts',
  needs: ['go'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(names) {
    const faults = new Map<string, string>()
    for (const { module, chart } of CHARTS) {
      const name = path.posix.basename(module.split('@')[0] ?? '')
      if (names.length > 0 && !names.includes(name)) continue
      const folder = await moduleFolder(module)
      const cluster = await serveCluster('controllers')
      try {
        faults.set(module, await installed(path.join(folder, chart), cluster.kubeconfig))
      } finally {
        await cluster.stop()
      }
    }
    return { faults, isWhole: names.length === 0 }
  },
}

import path from 'node:path'
import { goTestFaults, moduleFolder, runProgram, workFolder } from '../go-modules.ts'
import { installedCommand } from '../installed-command.ts'
import type { OutsideSuite } from '../outside-suite.ts'

/** The release that uses the client libraries of 1.30. */
const MODULE = 'sigs.k8s.io/controller-runtime@v0.18.7'

/** The packages whose tests start a server. */
const PACKAGES = ['cache', 'client', 'cluster', 'controller', 'manager', 'webhook', 'source', 'builder', 'envtest']

/**
 * npm run outside -- controller-runtime [PACKAGE ...]: the tests of the project, which start servers through
 * `tabplane envtest-assets`.
 */
export const controllerRuntime: OutsideSuite = {
  name: 'controller-runtime',
  needs: ['go'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(words) {
    const folder = workFolder('controller-runtime')
    const assets = path.join(folder, 'assets')
    // The kube-apiserver of envtest has no controllers either, and a test counts the accounts of a new namespace.
    const args = ['envtest-assets', assets, '--controllers=-*']
    const { code, output } = await runProgram(await installedCommand(folder), args, { cwd: folder })
    if (code !== 0) throw new Error(output)
    const cwd = await moduleFolder(MODULE)
    const faults = new Map<string, string>()
    for (const name of words.length > 0 ? words : PACKAGES) {
      const test = ['test', '-vet=off', '-count=1', '-json', '-timeout=20m', `./pkg/${name}/...`]
      const ended = await runProgram('go', test, { cwd, env: { KUBEBUILDER_ASSETS: assets } })
      for (const [title, fault] of goTestFaults(ended.output)) faults.set(title, fault)
    }
    return { faults, isWhole: words.length === 0 }
  },
}

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasControllersStarted } from './first-keys.ts'
import type { StoredKeys } from './stored-keys.ts'
import { untilStarted } from './until-started.ts'

const FLAGS_OF_BOTH = /^--(controllers|cluster-signing-cert-file|cluster-signing-key-file|root-ca-file)=/
const SIGNING_KEY = /^--service-account-signing-key-file=/

/** The inputs of a kube-controller-manager that runs beside a kube-apiserver. */
interface ControllerManagerInputs {
  readonly url: string
  /** The folder for its files. */
  readonly folder: string
  /** The flags of the profile. */
  readonly flags: readonly string[]
  /** The keys of the server's etcd. */
  readonly stored: StoredKeys
}

/**
 * Starts the kube-controller-manager named in KUBE_CONTROLLER_MANAGER. Resolves to the function that stops it, after its
 * controllers have made their first pass.
 */
export async function startControllerManager(inputs: ControllerManagerInputs): Promise<() => void> {
  const { url, folder, flags, stored } = inputs
  const binary = process.env['KUBE_CONTROLLER_MANAGER']
  if (binary === undefined) throw new Error('the profile needs a kube-controller-manager: KUBE_CONTROLLER_MANAGER=FILE')
  const kubeconfig = path.join(folder, 'controller-manager.conf')
  writeFileSync(kubeconfig, configuration(url))
  const own = flags
    .filter((flag) => FLAGS_OF_BOTH.test(flag) || SIGNING_KEY.test(flag))
    .map((flag) => flag.replace(SIGNING_KEY, '--service-account-private-key-file='))
  const child = spawn(
    binary,
    [
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect=false',
      '--use-service-account-credentials=true',
      '--secure-port=0',
      ...own,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString('utf8')).slice(-4000)))
  await untilStarted('kube-controller-manager', async () => {
    if (child.exitCode !== null) throw new Error(`the controller manager ended with ${child.exitCode}:\n${log}`)
    return hasControllersStarted(await stored.written())
  }).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return () => void child.kill('SIGKILL')
}

const configuration = (url: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token: 'admin-token' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })

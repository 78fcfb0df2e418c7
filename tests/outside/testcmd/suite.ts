import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../../scripts/bundle.mjs'
import { clientBinary } from '../../clients/client-binary.ts'
import { moduleFolder, runProgram, workFolder } from '../go-modules.ts'
import type { OutsideSuite } from '../outside-suite.ts'
import { serveCluster } from '../served-cluster.ts'

const MODULE = 'k8s.io/kubernetes@v1.30.14'
const DRIVER = fileURLToPath(new URL('driver.sh', import.meta.url))

/** The folders that the functions read. */
const PARTS = [
  'test/cmd',
  'test/fixtures',
  'test/e2e/testing-manifests',
  'hack',
  'third_party/forked/shell2junit',
  'api',
]

/** A line of the suite that runs a function. */
const RECORDED = /^ +record_command (run_\w+)$/gm

/** The clients that play the suite, as commands of a shell. */
const CLIENTS: Readonly<Record<string, () => Promise<string>>> = {
  kubectl: () => Promise.resolve(`exec '${clientBinary('kubectl', '1.30')}'`),
  svcctl: async () => `SVCCTL_DIALECT=k8s exec '${process.execPath}' '${await bundle('serve/svcctl.ts')}'`,
}

/** A copy of the repository with a client in it; modules of the go client cannot be written. */
async function preparedTree(client: string): Promise<string> {
  const tree = path.join(workFolder('testcmd'), client)
  const source = await moduleFolder(MODULE)
  rmSync(tree, { recursive: true, force: true })
  for (const part of PARTS) cpSync(path.join(source, part), path.join(tree, part), { recursive: true })
  await runProgram('chmod', ['-R', 'u+rwX', tree], { cwd: path.dirname(tree) })
  // A module has no executable files; some functions start files of their repository.
  await runProgram(
    'find',
    [tree, '(', '-name', '*.sh', '-o', '-name', 'kubectl-*', ')', '-exec', 'chmod', '+x', '{}', '+'],
    { cwd: path.dirname(tree) },
  )
  const bin = path.join(tree, '_output/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(bin, 'kubectl'), `#!/bin/sh\n${await CLIENTS[client]?.()} "$@"\n`)
  chmodSync(path.join(bin, 'kubectl'), 0o755)
  return tree
}

async function play(client: string, names: readonly string[]): Promise<Map<string, string>> {
  const tree = await preparedTree(client)
  const logs = path.join(tree, '_output/logs')
  const outcomes = path.join(tree, '_output/outcomes')
  mkdirSync(logs)
  const cluster = await serveCluster('controllers', [
    '--authorization-mode=RBAC,AlwaysAllow',
    '--enable-admission-plugins=LimitRanger,ResourceQuota',
    '--disable-admission-plugins=ServiceAccount,PersistentVolumeLabel,DefaultStorageClass,DefaultTolerationSeconds,MutatingAdmissionWebhook,ValidatingAdmissionWebhook,StorageObjectInUseProtection',
    '--service-cluster-ip-range=10.0.0.0/24',
    `--client-ca-file=${path.join(tree, 'hack/testdata/ca/ca.crt')}`,
    // Clients use the certificates that the cluster signs.
    `--cluster-signing-cert-file=${path.join(tree, 'hack/testdata/ca/ca.crt')}`,
    `--cluster-signing-key-file=${path.join(tree, 'hack/testdata/ca/ca.key')}`,
    `--token-auth-file=${path.join(tree, 'hack/testdata/auth-tokens.csv')}`,
  ])
  const env = {
    SECURE_API_PORT: new URL(cluster.url).port,
    KUBE_TEMP: path.join(tree, '_output/temporary'),
    TMPDIR: path.join(tree, '_output/files'),
    // The server and the real client are other builds.
    ALLOW_SKEW: 'y',
    WHAT: names.join(' '),
    LOGS: logs,
    OUTCOMES: outcomes,
  }
  mkdirSync(env.KUBE_TEMP)
  mkdirSync(env.TMPDIR)
  // The real server writes its certificate there; functions read it as an example.
  copyFileSync(path.join(tree, 'hack/testdata/ca/ca.crt'), path.join(env.TMPDIR, 'apiserver.crt'))
  const { output } = await runProgram('bash', [DRIVER], { cwd: tree, env })
  await cluster.stop()
  const ended = existsSync(outcomes) ? readFileSync(outcomes, 'utf8').trim().split('\n') : []
  const codes = new Map(ended.map((line) => line.split(' ') as [string, string]))
  const script = readFileSync(path.join(tree, 'test/cmd/legacy-script.sh'), 'utf8')
  const all = [...script.matchAll(RECORDED)].map(([, name = '']) => name)
  const wanted = names.length > 0 ? names.map((name) => `run_${name}_tests`) : all
  const fault = (name: string): string => {
    if (codes.get(name) === '0') return ''
    if (!codes.has(name)) return `was not reached: ${output.slice(-500)}`
    return readFileSync(path.join(logs, `${name}.log`), 'utf8').slice(-3000)
  }
  return new Map(wanted.map((name) => [`${client} ${name}`, fault(name)]))
}

/**
 * npm run outside -- testcmd [kubectl|svcctl] [FUNCTION ...]
 * The shell functions with which the authors of kubectl test it, played with the real client and with svcctl, against one server.
 * FUNCTION is the name without `run_` and `_tests`.
 */
export const testcmd: OutsideSuite = {
  name: 'testcmd',
  needs: ['go', 'bash', 'jq', 'curl', 'openssl'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run([client, ...names]) {
    const faults = new Map<string, string>()
    for (const each of client === undefined ? Object.keys(CLIENTS) : [client])
      for (const [name, fault] of await play(each, names)) faults.set(name, fault)
    return { faults, isWhole: client === undefined && names.length === 0 }
  },
}

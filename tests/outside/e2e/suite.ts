import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { httpClient } from '../../conformance/http-client.ts'
import type { Client } from '../../conformance/case.ts'
import { type Ended, runProgram, workFolder } from '../go-modules.ts'
import type { OutsideSuite } from '../outside-suite.ts'
import { serveCluster } from '../served-cluster.ts'

const RELEASE = 'v1.30.14'
const STAGED = 'v0.30.14'

/** The staging modules, which the go.mod of Kubernetes replaces by folders; other modules use published versions. */
const MODULES =
  'api apiextensions-apiserver apimachinery apiserver cli-runtime client-go cloud-provider cluster-bootstrap code-generator component-base component-helpers controller-manager cri-api csi-translation-lib dynamic-resource-allocation endpointslice kms kube-aggregator kube-controller-manager kube-proxy kube-scheduler kubectl kubelet legacy-cloud-providers metrics mount-utils pod-security-admission sample-apiserver sample-cli-plugin sample-controller'.split(
    ' ',
  )

/** The Go module proxy lacks these modules in the version of the release; the suite uses only their types. */
const OTHER_VERSIONS: ReadonlyMap<string, string> = new Map([['sample-apiserver', 'v0.30.3']])

/** The conformance tests; `npm run outside -- e2e FOCUS` runs others. */
const FOCUS = String.raw`\[Conformance\]`

/** Conformance tests that are skipped, because each would wait minutes for a feature that simulated nodes lack. */
const SKIPPED = [
  'AdmissionWebhook.*(listing|patching/updating|should (be able to deny|deny|honor|mutate|not be able|unconditionally))',
  'Aggregator|CustomResourceConversionWebhook',
  'rolling updates and roll backs|predictable order and halt|canary|serve a basic',
  'Guestbook|Update Demo|proxy with --port|retrieve and filter|Kubectl logs',
  'session affinity|should serve|change the type|DNS|Proxy|Networking|HostPort|functioning NodePort|intra-pod|node-pod',
  'websockets|lifecycle hook|PreStop|KubeletManagedEtcHosts|should run with the expected status',
  'updates should be|optional updates|on modification|Subpath',
].join('|')
const TIMEOUT = '120m'

/** Some tests need two schedulable nodes, and an address of the server. */
const NODES = ['node-2', 'node-3']
const FLAGS = ['--controllers=simulated-scheduler,simulated-nodes,simulated-volumes', '--advertise-address=192.0.2.10']

/**
 * A node renews its lease, in milliseconds. Simulated nodes do not, and a test waits ten minutes until the revision of a page has
 * expired, which needs writes. A real node renews its lease every ten seconds.
 */
const HEARTBEAT = 60_000

async function renewLease(client: Client, node: string): Promise<void> {
  const { status } = await client.send({
    method: 'PATCH',
    path: `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}`,
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: { renewTime: new Date().toISOString().replace('Z', '000Z') } }),
  })
  if (status !== 200) console.error(`the lease of ${node} was not renewed: ${status}`)
}

async function testProgram(folder: string): Promise<string> {
  const program = path.join(folder, 'e2e.test')
  if (existsSync(program)) return program
  const replaced = MODULES.map(
    (name) => `replace k8s.io/${name} => k8s.io/${name} ${OTHER_VERSIONS.get(name) ?? STAGED}`,
  )
  writeFileSync(
    path.join(folder, 'go.mod'),
    ['module outside', '', 'go 1.22', '', `require k8s.io/kubernetes ${RELEASE}`, ...replaced, ''].join('\n'),
  )
  const args = ['test', '-c', '-vet=off', '-mod=mod', '-o', program, 'k8s.io/kubernetes/test/e2e']
  const { code, output } = await runProgram('go', args, { cwd: folder })
  if (code !== 0) throw new Error(`the suite cannot be built:\n${output.slice(-2000)}`)
  return program
}

interface Report {
  readonly SpecReports: readonly {
    readonly ContainerHierarchyTexts: readonly string[] | null
    readonly LeafNodeText: string
    readonly LeafNodeType: string
    readonly State: string
    readonly Failure?: { readonly Message: string }
  }[]
}

/** npm run outside -- e2e [FOCUS]: the official end-to-end tests, compiled from their module, against a server with simulated nodes. */
export const e2e: OutsideSuite = {
  name: 'e2e',
  needs: ['go'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run([focus]) {
    const folder = workFolder('e2e')
    const program = await testProgram(folder)
    const cluster = await serveCluster('controllers', FLAGS)
    const client = httpClient(cluster.url)
    for (const name of NODES)
      await client.send({
        method: 'POST',
        path: '/api/v1/nodes',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ metadata: { name } }),
      })
    const heartbeat = setInterval(() => void renewLease(client, NODES[0] ?? ''), HEARTBEAT)
    // The program writes no report when it cannot start. The report of an earlier run would then count.
    const report = path.join(folder, 'report.json')
    rmSync(report, { force: true })
    let ended: Ended | undefined
    try {
      ended = await runProgram(
        program,
        [
          `--kubeconfig=${cluster.kubeconfig}`,
          '--provider=skeleton',
          '--allowed-not-ready-nodes=-1',
          '--node-os-distro=custom',
          `--ginkgo.focus=${focus ?? FOCUS}`,
          `--ginkgo.skip=${focus === undefined ? SKIPPED : ''}`,
          `--ginkgo.json-report=${report}`,
          `--ginkgo.timeout=${TIMEOUT}`,
        ],
        { cwd: folder },
      )
    } finally {
      clearInterval(heartbeat)
      await cluster.stop()
    }
    if (!existsSync(report)) throw new Error(`the suite did not run:\n${ended?.output.slice(-2000) ?? ''}`)
    const [{ SpecReports }] = JSON.parse(readFileSync(report, 'utf8')) as [Report]
    const faults = new Map<string, string>()
    for (const { ContainerHierarchyTexts, LeafNodeText, LeafNodeType, State, Failure } of SpecReports)
      if (LeafNodeType === 'It' && State !== 'skipped' && State !== 'pending')
        faults.set(
          [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(' '),
          State === 'passed' ? '' : (Failure?.Message ?? State),
        )
    if (faults.size === 0) throw new Error('no test ran: see the report in .cache/outside/e2e/')
    return { faults, isWhole: focus === undefined }
  },
}

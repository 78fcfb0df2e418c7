import type { FlagName, FlagValues } from '../../serve/flags.ts'
import { FlagError, parseFlags } from '../../serve/flags.ts'
import { serverOptions } from '../../serve/options.ts'
import type { ApiServerOptions } from '../../worker/server/api-server.ts'
import type { DialectName } from './cluster.ts'

/** The refused flags: flags of a server process, and flags that are options or methods of `createCluster`. */
const REFUSED: readonly FlagName[] = [
  'port',
  'secure-port',
  'bind-address',
  'tls-cert-file',
  'tls-private-key-file',
  'cert-dir',
  'allowed-hosts',
  'dialect',
  'data-dir',
  'etcd-servers',
  'encryption-provider-config',
  'token-auth-file',
  'audit-policy-file',
  'audit-log-path',
  'audit-webhook-config-file',
  'help',
  'version',
  'print-kubeconfig',
]

/** The options whose default differs from `tabplane serve`, each with the flags that set it. */
const SET_BY: Readonly<Partial<Record<keyof ApiServerOptions, readonly FlagName[]>>> = {
  log: [],
  clock: [],
  dialect: [],
  hostname: [],
  tokens: [],
  callWebhook: [],
  advertised: ['advertise-address'],
  controllers: ['controllers'],
  controllerClientRate: ['kube-api-qps', 'kube-api-burst'],
  cors: ['cors-allowed-origins'],
  limits: [
    'enable-priority-and-fairness',
    'max-requests-inflight',
    'max-mutating-requests-inflight',
    'request-timeout',
  ],
}

/**
 * The options of the server that flags of `tabplane serve` set. Reads the files that they name.
 * @throws RangeError for a wrong flag
 */
export async function flagOptions(args: readonly string[], dialect: DialectName): Promise<Partial<ApiServerOptions>> {
  try {
    const flags = parseFlags(args)
    const refused = REFUSED.find((name) => flags.has(name))
    if (refused !== undefined) throw new FlagError(`--${refused} is not a flag of a cluster in a program`)
    return ofFlags(await serverOptions(new Map(flags).set('dialect', [dialect])), flags)
  } catch (error) {
    throw error instanceof FlagError ? new RangeError(`flags: ${error.message}`) : error
  }
}

const ofFlags = (options: ApiServerOptions, flags: FlagValues): Partial<ApiServerOptions> =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([member]) => SET_BY[member as keyof ApiServerOptions]?.some((flag) => flags.has(flag)) ?? true,
    ),
  )

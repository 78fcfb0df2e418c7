import type { JsonObject } from '../../../worker/api/json.ts'
import { portNumberOrName } from '../exposure.ts'
import { Failure } from '../failure.ts'
import { array, text } from '../flags.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

export const ingress = {
  name: 'ingress',
  aliases: ['ing'],
  summary: 'Create an ingress with the specified name',
  usage: 'NAME --rule=host/path=service:port[,tls[=secret]]',
  examples: [['Lead a host to a service', '{cli} create ingress web --rule="shop.example.com/*=web:80,tls=shop-cert"']],
  flags: [
    array('annotation', 'An annotation as key=value; repeat for several.'),
    text('class', 'The ingress class.'),
    text('default-backend', 'The backend of requests that no rule matches: service:port.'),
    array('rule', 'host/path=service:port[,tls[=secret]]; a path that ends in * matches every path with that prefix.'),
  ],
  requiresName: false,
  failure: 'failed to create ingress:',
  build({ flags, host }, name) {
    const [written, otherwise] = [flags.list('rule'), flags.text('default-backend')]
    if (otherwise === '' && written.length === 0) throw new Failure(NOTHING)
    const rules = written.map(readRule)
    const annotations = Object.fromEntries(flags.list('annotation').map(readAnnotation))
    if (otherwise !== '' && otherwise.split(':').length !== 2)
      throw new Failure('default-backend should be in format servicename:serviceport')
    const tls = securedHosts(rules)
    return {
      apiVersion: host.dialect.spell('networking.{domain}/v1'),
      kind: 'Ingress',
      metadata: { ...newMetadata(name), ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
      spec: {
        ...(otherwise === '' ? {} : { defaultBackend: backend(otherwise) }),
        ...(flags.text('class') === '' ? {} : { ingressClassName: flags.text('class') }),
        ...(rules.length === 0 ? {} : { rules: byHost(rules) }),
        ...(tls.length === 0 ? {} : { tls }),
      },
      status: { loadBalancer: {} },
    }
  },
} satisfies Generator

const NOTHING =
  'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)'

interface Rule {
  readonly host: string
  readonly path: string
  /** The name and the port of the service, `name:port`. */
  readonly service: string
  /** The secret of the certificate; empty for the controller's default; undefined without TLS. */
  readonly secret: string | undefined
}

/** kubectl matches the beginning only, and then splits the whole text. */
const RULE = /^([\w*\-.]*)(\/.*)=([\w-]+):([\w-]+)/

function readRule(written: string): Rule {
  if (!RULE.test(written))
    throw new Failure(`rule ${written} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`)
  const [plain = '', ...more] = written.split(',')
  const [host = '', ...rest] = plain.split('/')
  const [path = '', service = ''] = rest.join('/').split('=')
  const [, secret = ''] = (more[0] ?? '').split('=')
  return { host, path: `/${path}`, service, secret: more.length === 1 ? secret : undefined }
}

function readAnnotation(written: string): [key: string, value: string] {
  const at = written.indexOf('=')
  if (at < 0) throw new Failure(`annotation ${written} is invalid and should be in format key=[value]`)
  return [written.slice(0, at), written.slice(at + 1)]
}

function backend(service: string): JsonObject {
  const [name = '', port = ''] = service.split(':')
  const number = portNumberOrName(port)
  return { service: { name, port: typeof number === 'number' ? { number } : { name: port } } }
}

/** One rule for each host, with all its paths. */
function byHost(rules: readonly Rule[]): JsonObject[] {
  const found = new Map<string, JsonObject[]>()
  for (const { host, path, service } of rules) {
    const prefix = path.endsWith('*')
    const way = { backend: backend(service), path: prefix ? path.slice(0, -1) : path }
    found.set(host, [...(found.get(host) ?? []), { ...way, pathType: prefix ? 'Prefix' : 'Exact' }])
  }
  return [...found].map(([host, paths]) => ({ ...(host === '' ? {} : { host }), http: { paths } }))
}

/** The hosts of each certificate's secret. When a host has several entries, the first one counts. */
function securedHosts(rules: readonly Rule[]): JsonObject[] {
  const seen = new Set<string>()
  const found: { hosts: string[]; secret: string }[] = []
  for (const { host, secret } of rules) {
    if (secret === undefined || seen.has(host)) continue
    seen.add(host)
    const same = found.find((each) => each.secret === secret)
    if (same !== undefined) same.hosts.push(host)
    else if (host !== '' || secret !== '') found.push({ hosts: host === '' ? [] : [host], secret })
  }
  return found.map(({ hosts, secret }) => ({
    ...(hosts.length === 0 ? {} : { hosts }),
    ...(secret === '' ? {} : { secretName: secret }),
  }))
}

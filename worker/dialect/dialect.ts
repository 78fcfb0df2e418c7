/**
 * Every name that carries a domain, in one object chosen when a cluster is created (ADR 0001).
 *
 * Tables elsewhere spell such names as templates: `rbac.authorization.{domain}`, `{labels}/metadata.name`,
 * `{system}-system`, `flowcontrol.{apiserver}{domain}`. They are spelled out once, when a cluster starts.
 */
export type DialectName = 'svc' | 'k8s'

export interface Dialect {
  readonly name: DialectName
  /** Replaces the placeholders of a template: `{domain}`, `{labels}`, `{system}`, `{maker}`, `{apiserver}`, `{reverse}`, `{agent}`, `{signer}`, `{cli}`. */
  spell(template: string): string
  /** The media type of the protobuf encoding, without parameters. */
  readonly protobufMediaType: string
  /** The command-line client's names; the first is the one it calls itself. */
  readonly cliNames: readonly string[]
}

type Words = Readonly<Record<string, string>>

const WORDS: Readonly<Record<DialectName, Words>> = {
  svc: {
    domain: 'svc.io',
    labels: 'svc.io',
    system: 'svc',
    maker: 'svc',
    apiserver: '',
    reverse: 'io.svc',
    agent: 'nodeagent',
    signer: '',
    cli: 'svcctl',
  },
  k8s: {
    domain: 'k8s.io',
    labels: 'kubernetes.io',
    system: 'kube',
    maker: 'kubernetes',
    apiserver: 'apiserver.',
    reverse: 'io.k8s',
    agent: 'kubelet',
    signer: 'kube-',
    cli: 'kubectl',
  },
}

const PROTOBUF: Readonly<Record<DialectName, string>> = {
  svc: 'application/vnd.svc.protobuf',
  k8s: 'application/vnd.kubernetes.protobuf',
}

function make(name: DialectName): Dialect {
  const words = WORDS[name]
  const spelled = new Map<string, string>()
  return {
    name,
    spell(template) {
      let text = spelled.get(template)
      if (text === undefined) {
        text = template.replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole)
        spelled.set(template, text)
      }
      return text
    },
    protobufMediaType: PROTOBUF[name],
    cliNames: name === 'k8s' ? ['kubectl', 'svcctl'] : ['svcctl'],
  }
}

export const dialects: Readonly<Record<DialectName, Dialect>> = { svc: make('svc'), k8s: make('k8s') }

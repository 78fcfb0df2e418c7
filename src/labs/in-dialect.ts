import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { LabData } from './lab-data.ts'

/** Names of Kubernetes and their templates, longer names first. */
const NAMES: readonly (readonly [string, string])[] = [
  ['kubernetes.io/kube-apiserver-client-kubelet', '{labels}/{signer}apiserver-client-{agent}'],
  ['kubernetes.io/kube-apiserver-client', '{labels}/{signer}apiserver-client'],
  ['kubernetes.io/kubelet-serving', '{labels}/{agent}-serving'],
  ['kubernetes.io/', '{labels}/'],
  ['k8s.io', '{domain}'],
]

/** A text in which the names of Kubernetes are spelled as in a cluster of this dialect. */
export const textInDialect = (text: string, { spell }: Pick<Dialect, 'spell'>): string =>
  NAMES.reduce((all, [name, template]) => all.replaceAll(name, spell(template)), text)

/** The contents of a lab, with names spelled as in the cluster. */
export function inDialect({ fields, rows }: LabData, dialect: Pick<Dialect, 'spell'>): LabData {
  const spelled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, textInDialect(text, dialect)]))
  return { fields: spelled(fields), rows: rows.map(spelled) }
}

/** A signer of the cluster and the rules that it checks (reference/certificates.md 5 to 8). */
export interface Signer {
  readonly name: string
  readonly rules: string
}

export const SIGNERS: readonly Signer[] = [
  {
    name: 'kubernetes.io/kube-apiserver-client',
    rules: 'Client auth only; any subject but the group system:masters; a person approves.',
  },
  {
    name: 'kubernetes.io/kube-apiserver-client-kubelet',
    rules:
      'Organisation system:nodes, common name system:node:NAME, no DNS names; client auth. A controller approves requests of nodes.',
  },
  {
    name: 'kubernetes.io/kubelet-serving',
    rules: 'The same subject as a node, with at least one DNS name or address; server auth. A person approves.',
  },
  { name: 'kubernetes.io/legacy-unknown', rules: 'Cannot be requested in v1.' },
  {
    name: 'shop.example.com/internal',
    rules: 'No controller of this cluster signs it: a program of yours writes status.certificate after the approval.',
  },
]

/** The controllers without which deletions do not end, and namespaces have no account and no `kube-root-ca.crt`. */
export const DEFAULT_CONTROLLERS: readonly string[] = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
]

/** The controllers that a cluster needs so that deletions end and accounts exist. */
export const DEFAULT_CONTROLLERS: readonly string[] = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
]

import type { IsOn, PolicyRule } from './bootstrap-notation.ts'
import {
  AUTHENTICATION,
  AUTHORIZATION,
  CERTIFICATES,
  CHANGE,
  COORDINATION,
  CORE,
  READ,
  STORAGE,
  may,
} from './bootstrap-notation.ts'

const RULES: readonly PolicyRule[] = [
  may('create', AUTHENTICATION, 'tokenreviews'),
  may('create', AUTHORIZATION, 'localsubjectaccessreviews subjectaccessreviews'),
  may(READ, CORE, 'services'),
  may('create get list watch', CORE, 'nodes'),
  may(CHANGE, CORE, 'nodes/status'),
  may(CHANGE, CORE, 'nodes'),
  may('create patch update', CORE, 'events'),
  may(READ, CORE, 'pods'),
  may('create delete', CORE, 'pods'),
  may(CHANGE, CORE, 'pods/status'),
  may('create', CORE, 'pods/eviction'),
  may(READ, CORE, 'configmaps secrets'),
  may('get', CORE, 'persistentvolumeclaims persistentvolumes'),
  may('get', CORE, 'endpoints'),
  may('create get list watch', CERTIFICATES, 'certificatesigningrequests'),
  may('create delete get patch update', COORDINATION, 'leases'),
  may('get', STORAGE, 'volumeattachments'),
  may('create', CORE, 'serviceaccounts/token'),
  may('get patch update', CORE, 'persistentvolumeclaims/status'),
  may(READ, STORAGE, 'csidrivers'),
  may('create delete get patch update', STORAGE, 'csinodes'),
  may(READ, 'node.{domain}', 'runtimeclasses'),
]

const BUNDLE_RULES: readonly PolicyRule[] = [may(READ, CERTIFICATES, 'clustertrustbundles')]

/** The permissions of every node on objects that are not its own; the Node authorizer uses these rules too. */
export const nodeRules = (isOn: IsOn): readonly PolicyRule[] =>
  isOn('ClusterTrustBundle') ? [...RULES, ...BUNDLE_RULES] : RULES

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
  resourceRule,
} from './bootstrap-notation.ts'

const RULES: readonly PolicyRule[] = [
  resourceRule('create', AUTHENTICATION, 'tokenreviews'),
  resourceRule('create', AUTHORIZATION, 'localsubjectaccessreviews subjectaccessreviews'),
  resourceRule(READ, CORE, 'services'),
  resourceRule('create get list watch', CORE, 'nodes'),
  resourceRule(CHANGE, CORE, 'nodes/status'),
  resourceRule(CHANGE, CORE, 'nodes'),
  resourceRule('create patch update', CORE, 'events'),
  resourceRule(READ, CORE, 'pods'),
  resourceRule('create delete', CORE, 'pods'),
  resourceRule(CHANGE, CORE, 'pods/status'),
  resourceRule('create', CORE, 'pods/eviction'),
  resourceRule(READ, CORE, 'configmaps secrets'),
  resourceRule('get', CORE, 'persistentvolumeclaims persistentvolumes'),
  resourceRule('get', CORE, 'endpoints'),
  resourceRule('create get list watch', CERTIFICATES, 'certificatesigningrequests'),
  resourceRule('create delete get patch update', COORDINATION, 'leases'),
  resourceRule('get', STORAGE, 'volumeattachments'),
  resourceRule('create', CORE, 'serviceaccounts/token'),
  resourceRule('get patch update', CORE, 'persistentvolumeclaims/status'),
  resourceRule(READ, STORAGE, 'csidrivers'),
  resourceRule('create delete get patch update', STORAGE, 'csinodes'),
  resourceRule(READ, 'node.{domain}', 'runtimeclasses'),
]

const BUNDLE_RULES: readonly PolicyRule[] = [resourceRule(READ, CERTIFICATES, 'clustertrustbundles')]

/** The permissions of every node on objects that are not its own; the Node authorizer uses these rules too. */
export const nodeRules = (isOn: IsOn): readonly PolicyRule[] =>
  isOn('ClusterTrustBundle') ? [...RULES, ...BUNDLE_RULES] : RULES

import type { Attack } from './attack.ts'
import { halfRequests, longHeaders, pipelinedRequests } from './attacks/connections.ts'
import { costlyExpression } from './attacks/costly-expression.ts'
import { crossSiteWrite } from './attacks/cross-site-write.ts'
import { debugSecrets } from './attacks/debug-secrets.ts'
import { deepBodies } from './attacks/deep-bodies.ts'
import { doublingVariables } from './attacks/doubling-variables.ts'
import { escalation } from './attacks/escalation.ts'
import { forgedTokens } from './attacks/forged-tokens.ts'
import { heavyPatterns } from './attacks/heavy-patterns.ts'
import { inheritedNames } from './attacks/inherited-names.ts'
import { largeLists } from './attacks/large-lists.ts'
import { longPaths } from './attacks/long-paths.ts'
import { longQuantity } from './attacks/long-quantity.ts'
import { manyHeaders } from './attacks/many-headers.ts'
import { manyValues } from './attacks/many-values.ts'
import { manyWatches } from './attacks/many-watches.ts'
import { oddMessages } from './attacks/odd-messages.ts'
import { policyBypass } from './attacks/policy-bypass.ts'
import { proxies } from './attacks/proxies.ts'
import { reboundHost } from './attacks/rebound-host.ts'
import { recordedRequestsOfOthers } from './attacks/recorded-requests.ts'
import { smuggling } from './attacks/smuggling.ts'
import { unknownDocuments } from './attacks/unknown-documents.ts'
import { vastRole } from './attacks/vast-role.ts'
import { yamlAliases, yamlBrackets, yamlColons, yamlEntries, yamlItems } from './attacks/yaml-bodies.ts'

/** In the order of the table: identity, secrets, policies, names, then size and depth. */
export const attacks: readonly Attack[] = [
  manyHeaders,
  crossSiteWrite,
  reboundHost,
  forgedTokens,
  escalation,
  recordedRequestsOfOthers,
  vastRole,
  smuggling,
  ...oddMessages,
  debugSecrets,
  policyBypass,
  proxies,
  inheritedNames,
  unknownDocuments,
  longPaths,
  deepBodies,
  yamlBrackets,
  yamlColons,
  yamlEntries,
  yamlItems,
  yamlAliases,
  ...manyValues,
  heavyPatterns,
  largeLists,
  longQuantity,
  doublingVariables,
  costlyExpression,
  longHeaders,
  pipelinedRequests,
  halfRequests,
  manyWatches,
]

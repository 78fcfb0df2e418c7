/**
 * Makes a list of words, which lines separate by `|`. The words for requests are valid, invalid, or break careless
 * code.
 */
const list = (...lines: readonly string[]): readonly string[] => lines.join('|').split('|')

export const NAMES = list('a|b|web|x-1|default')

export const METHODS = list('GET|GET|GET|POST|POST|POST|PUT|PUT|PATCH|PATCH|DELETE')
export const ODD_METHODS = list('HEAD|OPTIONS|TRACE|CONNECT|FROB|get|LIST')

export const DOCUMENTS = list(
  '/|/api|/apis|/api/v1|/apis/apps|/apis/apps/v1|/apis/nope/v1|/version|/metrics|/index.html|/healthz|/livez/ping',
  '/readyz?verbose|/readyz?exclude=etcd|/openapi/v3|/openapi/v3/api/v1|/logs/|/openapi/v2|/debug/requests|/api/v1/watch',
  '/api/v1/proxy/nodes/a|/.well-known/openid-configuration',
)

/** Texts that are inserted at random places of a path. */
export const ODD_PIECES = list('/|//|%2f|%|%zz|%ff|%00|..|/../|?|#|;| |é', 'x'.repeat(9000))

export const PATCHES = list(
  'application/json-patch+json|application/merge-patch+json',
  'application/strategic-merge-patch+json|application/apply-patch+yaml',
)

export const ACCEPTS = list(
  'application/json|application/yaml|*/*|application/*|text/plain||application/json;q=0|a;b;c,,',
  'application/json;as=Table;g=meta.k8s.io;v=v1|application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1|application/vnd.kubernetes.protobuf',
  'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1|application/json;stream=watch',
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
)

export const ODD_TYPES = list('|text/plain|x|;;|application/json;charset=x')

export const PARAMETERS = list(
  'limit|continue|resourceVersion|resourceVersionMatch|watch|timeoutSeconds|fieldSelector|labelSelector|dryRun',
  'fieldManager|fieldValidation|force|pretty|gracePeriodSeconds|follow|propagationPolicy|orphanDependents',
  'sendInitialEvents|allowWatchBookmarks|includeObject|timeout',
)
export const ARGUMENTS = list(
  '|0|1|5|-1|true|false|x|All|Strict|Warn|Exact|NotOlderThan|Foreground|Orphan|Background|None|999999999|1s|-1s',
  '99999999999999999999|metadata.name=a|status.phase=x|a=b|a in (b|!a|a!=b,c|=|%00|%ff|%',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0',
)

/** Values of text fields. */
export const TEXTS = list(
  'a|b|web|default|x-1|a.example.com|example.com/x|app|TCP|Always|Retain|true|1|ClusterIP|In|Exists|ReadWriteOnce',
  '10.0.0.9|::1|10.0.0.0/8|80%|/tmp|nginx:1|Pod|| |A|_|-|..|/|%|é|\u0000|\ud83d\ude00|__proto__|constructor|toString',
  '${x}|{{.x}}|* * * * *|@daily|http://[|self.x == 1|1.5.5|$(A)',
  'a'.repeat(64),
  'a'.repeat(254),
)
export const TIMES = list('2024-01-01T00:00:00Z|2024-01-01T00:00:00.000000Z|0001-01-01T00:00:00Z|2024-13-01|now')
export const QUANTITIES = list('1|100m|1Gi|1e3|-1|0|0.0001|1E400||x|1.|9223372036854775808')

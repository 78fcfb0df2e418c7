/** A request in which every occurrence of `WORD` is replaced by a name. */
export interface Template {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON; other types name themselves in `headers`. */
  readonly body?: unknown
}

/** Requests, sent in this order, that use a text of the user as a key or as a choice. */
export interface Place {
  readonly name: string
  readonly requests: readonly Template[]
}

const CORE = '/api/v1/namespaces/default'
const MAPS = `${CORE}/configmaps`
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const POLICIES = '/apis/admissionregistration.k8s.io/v1'

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Template => ({ method: 'GET', url, headers })
const post = (url: string, body: unknown): Template => ({ method: 'POST', url, body })
const remove = (url: string): Template => ({ method: 'DELETE', url })
const patch = (kind: string, url: string, body: unknown): Template => ({
  method: 'PATCH',
  url,
  headers: { 'content-type': `application/${kind}` },
  body,
})
const apply = (url: string, body: unknown): Template => patch('apply-patch+yaml', `${url}?fieldManager=WORD`, body)
const place = (name: string, ...requests: readonly Template[]): Place => ({ name, requests })

const map = (name: string, more: object = {}): object => ({ metadata: { name, ...more } })
const containers = [{ name: 'c', image: 'i' }]
const pod = (name: string, spec: object): object => ({ metadata: { name }, spec: { containers, ...spec } })

const deployment = (name: string, labels: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
})

const selectors = ['WORD', '!WORD', 'WORD=a', 'WORD!=a', 'WORD in (a)', 'WORD notin (a)', 'a=WORD', 'WORD>1']

const queries: readonly Place[] = [
  ...selectors.map((selector) =>
    place(
      `label selector ${selector}`,
      get(`${MAPS}?labelSelector=${encodeURIComponent(selector)}`),
      get(`${MAPS}?watch=1&timeoutSeconds=1&labelSelector=${encodeURIComponent(selector)}`),
    ),
  ),
  place(
    'a deletion by label selector',
    post(MAPS, map('kept', { labels: { a: 'b' } })),
    remove(`${MAPS}?labelSelector=WORD`),
    get(`${MAPS}/kept`),
  ),
  ...['metadata.WORD=a', 'WORD=a', 'WORD.WORD!=a', 'spec.WORD=', 'metadata.name=WORD'].map((selector) =>
    place(
      `field selector ${selector}`,
      get(`${CORE}/pods?fieldSelector=${selector}`),
      get(`${MAPS}?fieldSelector=${selector}`),
      get(`/api/v1/events?fieldSelector=${selector}`),
      remove(`${CORE}/secrets?fieldSelector=${selector}`),
    ),
  ),
  ...[
    'WORD=1',
    'watch=WORD',
    'limit=WORD',
    'resourceVersion=WORD',
    'resourceVersionMatch=WORD',
    'dryRun=WORD',
    'fieldValidation=WORD',
    'propagationPolicy=WORD',
    'orphanDependents=WORD',
    'pretty=WORD',
    'timeout=WORD',
    'includeObject=WORD',
    'continue=WORD',
    'sendInitialEvents=WORD',
  ].map((query) =>
    place(`query ${query}`, get(`${MAPS}?${query}`), post(`${MAPS}?${query}`, map('q')), remove(`${MAPS}/q?${query}`)),
  ),
]

const paths: readonly Place[] = [
  '/WORD',
  '/api/WORD',
  '/apis/WORD',
  '/apis/WORD/v1',
  '/apis/apps/WORD',
  '/apis/apps/WORD/deployments',
  '/apis/WORD/v1/WORD',
  '/api/v1/WORD',
  '/api/v1/namespaces/WORD',
  '/api/v1/namespaces/WORD/configmaps',
  '/api/v1/namespaces/default/WORD',
  '/api/v1/namespaces/default/WORD/WORD',
  '/api/v1/namespaces/default/configmaps/WORD',
  '/api/v1/namespaces/default/pods/a/WORD',
  '/api/v1/namespaces/default/WORD/a/status',
  '/api/v1/watch/WORD',
  '/openapi/v2/WORD',
  '/openapi/v3/WORD',
  '/openapi/v3/api/WORD',
  '/openapi/v3/apis/WORD/v1',
  '/openapi/v3/apis/apps/WORD',
  '/debug/WORD',
  '/healthz/WORD',
  '/readyz?exclude=WORD',
  '/readyz/WORD',
  '/livez?verbose&exclude=WORD',
  '/metrics/WORD',
  '/logs/WORD',
  '/.well-known/WORD',
  '/version/WORD',
].map((url) =>
  place(`path ${url}`, get(url), { method: 'PUT', url, body: map('a') }, remove(url), { method: 'WORD', url }),
)

const headers: readonly Place[] = [
  place('a header', get(MAPS, { word: 'WORD' })),
  place('a header name', get(MAPS, { WORD: 'a' })),
  place('accept', get(MAPS, { accept: 'application/WORD' }), get(MAPS, { accept: 'WORD' })),
  place('accept parameters', get(MAPS, { accept: 'application/json;as=WORD;g=WORD;v=WORD' })),
  place('accept parameter name', get(MAPS, { accept: 'application/json;WORD=1' })),
  place('content type', { ...post(MAPS, map('a')), headers: { 'content-type': 'application/WORD' } }),
  place('patch type', patch('WORD', `${MAPS}/a`, {})),
  place('encoding', get(MAPS, { 'accept-encoding': 'WORD' })),
  place('authorization', get(MAPS, { authorization: 'WORD a' }), get(MAPS, { authorization: 'Bearer WORD' })),
  place('impersonated user', get(MAPS, { 'impersonate-user': 'WORD' })),
  place('impersonated group', get(MAPS, { 'impersonate-user': 'a', 'impersonate-group': 'WORD' })),
  place('impersonated extra', get(MAPS, { 'impersonate-user': 'a', 'impersonate-extra-WORD': 'WORD' })),
  place('impersonation header', get(MAPS, { 'impersonate-user': 'a', 'impersonate-WORD': 'WORD' })),
  place('origin', get(MAPS, { origin: 'WORD' })),
]

const objects: readonly Place[] = [
  place('labels', post(MAPS, map('labels', { labels: { WORD: 'WORD' } })), get(`${MAPS}?labelSelector=WORD`)),
  place('annotations', post(MAPS, map('notes', { annotations: { WORD: 'WORD' } })), get(`${MAPS}/notes`)),
  place(
    'data',
    post(MAPS, { ...map('data'), data: { WORD: 'v' }, binaryData: { 'x-WORD': 'aGk=' } }),
    get(`${MAPS}/data`),
  ),
  place(
    'the same key in data and binary data',
    post(MAPS, { ...map('twice'), data: { WORD: 'v' }, binaryData: { WORD: '' } }),
  ),
  place('secret data', post(`${CORE}/secrets`, { ...map('data'), stringData: { WORD: 'v' }, data: { WORD: 'aGk=' } })),
  place('secret type', post(`${CORE}/secrets`, { ...map('typed'), type: 'WORD' })),
  place('generated names', post(MAPS, { metadata: { generateName: 'WORD' } })),
  place('a kind', post(MAPS, { apiVersion: 'v1', kind: 'WORD', ...map('a') })),
  place('an API version', post(MAPS, { apiVersion: 'WORD', kind: 'ConfigMap', ...map('a') })),
  place(
    'unknown fields',
    post(`${MAPS}?fieldValidation=Strict`, { ...map('a'), WORD: 1, metadata: { WORD: 1, name: 'a' } }),
  ),
  place('unknown fields, warned of', post(MAPS, { ...map('warned'), WORD: { WORD: 1 } })),
  place(
    'owners',
    post(MAPS, map('owned', { ownerReferences: [{ apiVersion: 'WORD/v1', kind: 'WORD', name: 'a', uid: 'WORD' }] })),
  ),
  place('finalizers', post(MAPS, map('final', { finalizers: ['WORD', 'x.y/WORD'] }))),
  place('namespaces', post('/api/v1/namespaces', map('WORD')), post('/api/v1/namespaces/WORD/configmaps', map('WORD'))),
  place(
    'namespace labels',
    post('/api/v1/namespaces', map('enforced', { labels: { 'pod-security.kubernetes.io/enforce': 'WORD' } })),
  ),
  place(
    'pod fields',
    post(
      `${CORE}/pods`,
      pod('limits', {
        containers: [
          {
            name: 'WORD',
            image: 'i',
            env: [{ name: 'WORD', value: '$(WORD)' }],
            resources: { limits: { WORD: '1', 'x.y/WORD': '1' }, requests: { 'x.y/WORD': '1' } },
          },
        ],
        nodeSelector: { WORD: 'a' },
        overhead: { WORD: '1' },
      }),
    ),
  ),
  place(
    'pod references',
    post(
      `${CORE}/pods`,
      pod('references', {
        priorityClassName: 'WORD',
        runtimeClassName: 'WORD',
        serviceAccountName: 'WORD',
        schedulerName: 'WORD',
      }),
    ),
  ),
  place(
    'pod volumes',
    post(
      `${CORE}/pods`,
      pod('volumes', {
        volumes: [{ name: 'WORD', configMap: { name: 'a', items: [{ key: 'WORD', path: 'WORD' }] } }],
        containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'WORD', mountPath: '/WORD' }] }],
      }),
    ),
  ),
  place(
    'set selectors',
    post(DEPLOYMENTS, deployment('selects', { WORD: 'WORD' })),
    get(`${DEPLOYMENTS}/selects/scale`),
  ),
  place(
    'service selectors',
    post(`${CORE}/services`, {
      ...map('s'),
      spec: { selector: { WORD: 'a' }, ports: [{ name: 'WORD', port: 80, targetPort: 'WORD' }] },
    }),
  ),
  place(
    'network policies',
    post('/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', {
      ...map('n'),
      spec: { podSelector: { matchExpressions: [{ key: 'WORD', operator: 'WORD' }] } },
    }),
  ),
  place(
    'quotas',
    post(`${CORE}/resourcequotas`, {
      ...map('q'),
      spec: {
        hard: { WORD: '1', 'count/WORD': '1', 'requests.x.y/WORD': '1', 'count/WORD.WORD': '1' },
        scopes: ['WORD'],
      },
    }),
    post(`${CORE}/resourcequotas`, {
      ...map('r'),
      spec: { hard: { 'count/constructor': '1', 'requests.x.y/WORD': '1', 'count/x.y': '1' } },
    }),
    post(`${CORE}/pods`, pod('counted', {})),
  ),
  place(
    'limit ranges',
    post(`${CORE}/limitranges`, {
      ...map('l'),
      spec: { limits: [{ type: 'WORD', max: { WORD: '1', 'x.y/WORD': '1' }, default: { 'x.y/WORD': '1' } }] },
    }),
  ),
  place(
    'attributes of a node',
    post('/api/v1/nodes', {
      ...map('n'),
      status: { capacity: { WORD: '1' }, allocatable: { 'x.y/WORD': '1' } },
      spec: { taints: [{ key: 'WORD', effect: 'WORD' }] },
    }),
  ),
]

const access: readonly Place[] = [
  place(
    'roles',
    post(`${RBAC}/namespaces/default/roles`, {
      ...map('WORD'),
      rules: [{ apiGroups: ['WORD'], resources: ['WORD', 'WORD/WORD'], verbs: ['WORD'], resourceNames: ['WORD'] }],
    }),
    post(`${RBAC}/namespaces/default/rolebindings`, {
      ...map('WORD'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'WORD' },
      subjects: [{ kind: 'User', name: 'WORD', apiGroup: 'rbac.authorization.k8s.io' }],
    }),
    get(MAPS, { 'impersonate-user': 'WORD' }),
    get(`${RBAC}/namespaces/default/roles/WORD`),
  ),
  place(
    'aggregated roles',
    post(`${RBAC}/clusterroles`, {
      ...map('sum'),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { WORD: 'WORD' } }] },
      rules: [],
    }),
    get(`${RBAC}/clusterroles/sum`),
  ),
  place(
    'references of bindings',
    post(`${RBAC}/clusterrolebindings`, {
      ...map('b'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'WORD', name: 'WORD' },
      subjects: [{ kind: 'WORD', name: 'WORD' }],
    }),
  ),
  place(
    'access reviews',
    post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: {
        user: 'WORD',
        groups: ['WORD'],
        extra: { WORD: ['WORD'] },
        resourceAttributes: { verb: 'WORD', group: 'WORD', resource: 'WORD', name: 'WORD' },
      },
    }),
  ),
  place(
    'token reviews',
    post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'WORD', audiences: ['WORD'] } }),
  ),
  place(
    'token requests',
    post(`${CORE}/serviceaccounts/default/token`, {
      spec: { audiences: ['WORD'], boundObjectRef: { kind: 'WORD', name: 'WORD', apiVersion: 'WORD' } },
    }),
  ),
  place(
    'certificate requests',
    post('/apis/certificates.k8s.io/v1/certificatesigningrequests', {
      ...map('c'),
      spec: { request: 'aGk=', signerName: 'WORD/WORD', usages: ['WORD'] },
    }),
  ),
  place(
    'flow schemas',
    post('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', {
      ...map('f'),
      spec: { priorityLevelConfiguration: { name: 'WORD' }, distinguisherMethod: { type: 'WORD' } },
    }),
  ),
]

const patched = map('patched', { labels: { a: 'b' } })

const patches: readonly Place[] = [
  ...['add', 'remove', 'replace', 'test', 'copy', 'move', 'WORD'].map((op) =>
    place(
      `JSON patch ${op}`,
      post(MAPS, patched),
      patch('json-patch+json', `${MAPS}/patched`, [
        { op, path: '/metadata/labels/WORD', from: '/metadata/labels/WORD', value: 'a' },
      ]),
      patch('json-patch+json', `${MAPS}/patched`, [{ op, path: '/metadata/WORD/WORD', from: '/WORD', value: 'a' }]),
      patch('json-patch+json', `${MAPS}/patched`, [
        { op, path: '/metadata/labels/-', from: '/metadata/labels/a', value: { WORD: 1 }, WORD: 1 },
      ]),
      patch('json-patch+json', `${DEPLOYMENTS}/selects`, [
        { op, path: '/spec/template/spec/containers/WORD', from: '/spec/template/spec/containers/WORD', value: 'a' },
      ]),
      remove(`${MAPS}/patched`),
    ),
  ),
  ...['merge-patch+json', 'strategic-merge-patch+json'].map((kind) =>
    place(
      kind,
      post(MAPS, patched),
      patch(kind, `${MAPS}/patched`, { metadata: { labels: { WORD: 'WORD' } }, data: { WORD: null } }),
      patch(kind, `${MAPS}/patched`, { metadata: { labels: { WORD: null } }, data: { WORD: 'b' } }),
      patch(kind, `${MAPS}/patched`, { WORD: { WORD: null } }),
      get(`${MAPS}/patched`),
      remove(`${MAPS}/patched`),
    ),
  ),
  place(
    'strategic directives',
    post(DEPLOYMENTS, deployment('directed', { a: 'b' })),
    ...[
      { $patch: 'WORD' },
      { spec: { $patch: 'WORD' } },
      { spec: { $retainKeys: ['WORD'], WORD: 1 } },
      { metadata: { '$deleteFromPrimitiveList/WORD': ['WORD'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['WORD'] } },
      { metadata: { '$setElementOrder/WORD': ['WORD'] } },
      { spec: { template: { spec: { containers: [{ name: 'WORD', $patch: 'delete' }] } } } },
      { spec: { template: { spec: { '$setElementOrder/containers': [{ WORD: 'c' }], containers: [{ name: 'c' }] } } } },
      { spec: { template: { spec: { containers: [{ WORD: 'WORD' }] } } } },
      { spec: { template: { spec: { WORD: [{ WORD: 'WORD' }] } } } },
    ].map((body) => patch('strategic-merge-patch+json', `${DEPLOYMENTS}/directed`, body)),
  ),
  place(
    'applies',
    apply(`${MAPS}/applied`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...map('applied', { labels: { WORD: 'WORD' } }),
      data: { WORD: 'a' },
    }),
    apply(`${MAPS}/applied`, { apiVersion: 'v1', kind: 'ConfigMap', ...map('applied'), data: { other: 'a' } }),
    apply(`${MAPS}/applied`, { apiVersion: 'v1', kind: 'ConfigMap', ...map('applied'), WORD: { WORD: 1 } }),
    get(`${MAPS}/applied`),
  ),
  place(
    'kinds of an apply',
    apply(`${MAPS}/a`, { apiVersion: 'v1', kind: 'WORD', ...map('a') }),
    apply(`${MAPS}/a`, { apiVersion: 'WORD', kind: 'ConfigMap', ...map('a') }),
  ),
  place(
    'owners of fields',
    post(
      MAPS,
      map('fields', {
        managedFields: [
          {
            manager: 'WORD',
            operation: 'WORD',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:WORD': { 'k:{"WORD":"WORD"}': {} } },
          },
        ],
      }),
    ),
    post(
      MAPS,
      map('fields', {
        managedFields: [
          {
            manager: 'WORD',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { 'f:WORD': {} } },
          },
        ],
        labels: { WORD: 'a' },
      }),
    ),
    apply(`${MAPS}/fields`, { apiVersion: 'v1', kind: 'ConfigMap', ...map('fields'), data: { WORD: 'b' } }),
  ),
  place(
    'lists keyed by a word',
    apply(`${DEPLOYMENTS}/keyed`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'keyed' },
      spec: {
        selector: { matchLabels: { WORD: 'a' } },
        template: {
          metadata: { labels: { WORD: 'a' } },
          spec: { containers: [{ name: 'WORD', image: 'i', env: [{ name: 'WORD', value: 'a' }] }] },
        },
      },
    }),
    apply(`${DEPLOYMENTS}/keyed`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'keyed' },
      spec: {
        selector: { matchLabels: { WORD: 'a' } },
        template: { metadata: { labels: { WORD: 'a' } }, spec: { containers: [{ name: 'other', image: 'i' }] } },
      },
    }),
  ),
]

const schema = (properties: object, more: object = {}): object => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties, ...more } } },
})
const definition = (plural: string, spec: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: { group: 'example.com', scope: 'Namespaced', names: { plural, kind: `Kind${plural}` }, ...spec },
})
const version = (more: object): object => ({ name: 'v1', served: true, storage: true, ...more })
const custom = (plural: string): string => `/apis/example.com/v1/namespaces/default/${plural}`
const customObject = (plural: string, spec: unknown): object => ({
  apiVersion: 'example.com/v1',
  kind: `Kind${plural}`,
  metadata: { name: 'a' },
  spec,
})

const definitions: readonly Place[] = [
  place(
    'properties',
    post(
      DEFINITIONS,
      definition('properties', {
        versions: [
          version({
            schema: schema(
              {
                WORD: { type: 'string', default: 'd' },
                o: { type: 'object', default: {}, properties: { WORD: { type: 'integer' } } },
              },
              { required: ['WORD'] },
            ),
          }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('properties'), customObject('properties', { WORD: 'a', o: { WORD: 1, other: 2 } })),
    post(custom('properties'), customObject('properties', {})),
    apply(`${custom('properties')}/applied`, {
      ...customObject('properties', { WORD: 'b' }),
      metadata: { name: 'applied' },
    }),
    patch('merge-patch+json', `${custom('properties')}/a`, { spec: { WORD: null, o: { WORD: 3 } } }),
    get(`${custom('properties')}/a`),
    get('/openapi/v3/apis/example.com/v1'),
  ),
  place(
    'undeclared properties',
    post(
      DEFINITIONS,
      definition('pruned', {
        versions: [
          version({ schema: schema({ kept: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }) }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('pruned'), customObject('pruned', { WORD: 1, kept: { WORD: { WORD: 1 } } })),
    get(`${custom('pruned')}/a`),
  ),
  place(
    'expressions',
    post(
      DEFINITIONS,
      definition('rules', {
        versions: [
          version({
            schema: schema(
              { WORD: { type: 'string' }, m: { type: 'object', additionalProperties: { type: 'string' } } },
              {
                'x-kubernetes-validations': [
                  { rule: 'has(self.WORD) && self.WORD == "a"', fieldPath: '.WORD', reason: 'WORD' },
                  {
                    rule: '!has(self.m) || "WORD" in self.m && self.m["WORD"] == "a" && self.m.WORD == "a"',
                    messageExpression: '"WORD"',
                  },
                ],
              },
            ),
          }),
        ],
      }),
    ),
    post(
      DEFINITIONS,
      definition('maps', {
        versions: [
          version({
            schema: schema(
              { m: { type: 'object', additionalProperties: { type: 'string' } } },
              {
                'x-kubernetes-validations': [
                  {
                    rule: '!("WORD" in self.m) || self.m["WORD"] == "a" && self.m.all(k, k != "x") && {"WORD": 1}["WORD"] == 1',
                  },
                ],
              },
            ),
          }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('maps'), customObject('maps', { m: { WORD: 'a' } })),
    post(custom('maps'), customObject('maps', { m: {} })),
    post(custom('maps'), customObject('maps', { m: { WORD: 'b' } })),
  ),
  place(
    'columns, fields and paths',
    post(
      DEFINITIONS,
      definition('columns', {
        versions: [
          version({
            schema: schema({ WORD: { type: 'string' } }),
            additionalPrinterColumns: [{ name: 'WORD', type: 'WORD', jsonPath: '.spec.WORD' }],
            subresources: { scale: { specReplicasPath: '.spec.WORD', statusReplicasPath: '.status.WORD' } },
            selectableFields: [{ jsonPath: '.spec.WORD' }],
          }),
        ],
      }),
    ),
    post(
      DEFINITIONS,
      definition('shown', {
        versions: [
          version({
            schema: schema({ WORD: { type: 'integer' } }),
            additionalPrinterColumns: [
              { name: 'WORD', type: 'string', jsonPath: '.spec.WORD' },
              { name: 'x', type: 'string', jsonPath: '.WORD[0].WORD' },
            ],
            subresources: { scale: { specReplicasPath: '.spec.WORD', statusReplicasPath: '.status.WORD' } },
          }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('shown'), customObject('shown', {})),
    get(custom('shown'), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }),
    get(`${custom('shown')}/a/scale`),
  ),
  place(
    'schema words',
    post(
      DEFINITIONS,
      definition('words', {
        versions: [
          version({
            schema: schema({
              a: { type: 'WORD' },
              b: { type: 'string', format: 'WORD' },
              c: { WORD: 1 },
              d: {
                type: 'array',
                items: { type: 'object' },
                'x-kubernetes-list-type': 'WORD',
                'x-kubernetes-list-map-keys': ['WORD'],
              },
            }),
          }),
        ],
      }),
    ),
  ),
  place(
    'names of definitions',
    post(DEFINITIONS, {
      ...definition('constructor', {}),
      metadata: { name: 'WORD.WORD.example.com' },
      spec: {
        group: 'WORD.example.com',
        scope: 'WORD',
        names: { plural: 'WORD', kind: 'WORD', singular: 'WORD', shortNames: ['WORD'], categories: ['WORD'] },
        versions: [{ name: 'WORD', served: true, storage: true, schema: schema({}) }],
      },
    }),
    post(DEFINITIONS, {
      ...definition('constructor', {}),
      metadata: { name: 'WORD.x.example.com' },
      spec: {
        group: 'x.example.com',
        scope: 'Namespaced',
        names: { plural: 'WORD', kind: 'WORD', singular: 'WORD', shortNames: ['WORD'], categories: ['WORD'] },
        versions: [{ name: 'WORD', served: true, storage: true, schema: schema({}) }],
      },
    }),
    get('/apis'),
    get('/apis/x.example.com/WORD'),
    post('/apis/x.example.com/WORD/namespaces/default/WORD', {
      apiVersion: 'x.example.com/WORD',
      kind: 'WORD',
      metadata: { name: 'WORD' },
    }),
    get('/apis/x.example.com/WORD/WORD'),
    get('/openapi/v3/apis/x.example.com/WORD'),
  ),
]

const policies: readonly Place[] = [
  place(
    'variables and parameters of policies',
    post(`${POLICIES}/validatingadmissionpolicies`, {
      ...map('p'),
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['WORD', ''],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['WORD', 'limitranges'],
            },
          ],
        },
        paramKind: { apiVersion: 'WORD/v1', kind: 'WORD' },
        variables: [{ name: 'WORD', expression: 'object.metadata' }],
        validations: [{ expression: 'variables.WORD != null', reason: 'WORD' }],
        auditAnnotations: [{ key: 'WORD', valueExpression: '"a"' }],
        matchConditions: [{ name: 'WORD', expression: 'true' }],
      },
    }),
    post(`${POLICIES}/validatingadmissionpolicies`, {
      ...map('v'),
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['podtemplates'] },
          ],
        },
        validations: [
          {
            expression:
              '!has(object.metadata.labels) || !("WORD" in object.metadata.labels) || object.metadata.labels["WORD"] == "a"',
          },
        ],
      },
    }),
    post(`${POLICIES}/validatingadmissionpolicybindings`, {
      ...map('v'),
      spec: { policyName: 'v', validationActions: ['Deny'], paramRef: undefined },
    }),
    post(`${POLICIES}/validatingadmissionpolicybindings`, {
      ...map('w'),
      spec: {
        policyName: 'WORD',
        validationActions: ['WORD'],
        matchResources: { namespaceSelector: { matchLabels: { WORD: 'a' } } },
      },
    }),
    post(`${CORE}/podtemplates`, { ...map('t'), template: { spec: { containers } } }),
    post(`${CORE}/podtemplates`, { ...map('u', { labels: { WORD: 'b' } }), template: { spec: { containers } } }),
  ),
  place(
    'webhooks',
    post(`${POLICIES}/validatingwebhookconfigurations`, {
      ...map('w'),
      webhooks: [
        {
          name: 'WORD.example.com',
          clientConfig: { url: 'https://WORD.example.com' },
          sideEffects: 'WORD',
          admissionReviewVersions: ['WORD'],
          failurePolicy: 'WORD',
          matchConditions: [{ name: 'WORD', expression: 'request.WORD == 1' }],
        },
      ],
    }),
  ),
]

export const PLACES: readonly Place[] = [
  ...queries,
  ...paths,
  ...headers,
  ...objects,
  ...access,
  ...patches,
  ...definitions,
  ...policies,
]

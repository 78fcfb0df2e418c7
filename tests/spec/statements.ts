import type { Statement } from './statement.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})
const create = (name: string, data?: Record<string, string>) => ({
  send: `POST ${MAPS}`,
  body: map(name, data),
  status: 201,
})
const MERGE = 'application/merge-patch+json'

export const statements: readonly Statement[] = [
  {
    subject: 'Verbs',
    says: 'within a namespace only one object of a kind may have a given name; after deletion the name can be reused',
    exchanges: [
      create('a'),
      { send: `POST ${MAPS}`, body: map('a'), status: 409, answer: { kind: 'Status', reason: 'AlreadyExists' } },
      { send: `DELETE ${MAPS}/a`, status: 200, answer: { kind: 'Status', status: 'Success' } },
      create('a'),
    ],
  },
  {
    subject: 'Common object metadata',
    says: 'uid, resourceVersion and creationTimestamp are set by the server; generateName gives a unique name',
    exchanges: [
      {
        send: `POST ${MAPS}`,
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'made-' } },
        status: 201,
        answer: {
          metadata: {
            name: '/^made-[a-z0-9]{5}$/',
            namespace: 'default',
            uid: '/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/',
            resourceVersion: '/^[1-9][0-9]*$/',
            creationTimestamp: '/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$/',
          },
        },
      },
    ],
  },
  {
    subject: 'Collection response',
    says: 'the kind is the resource kind followed by List',
    exchanges: [
      create('a'),
      {
        send: `GET ${MAPS}`,
        status: 200,
        answer: { kind: 'ConfigMapList', apiVersion: 'v1', items: [{ metadata: { name: 'a' } }] },
      },
    ],
  },
  {
    subject: 'Chunked list',
    says: 'chunks show one consistent snapshot; later changes appear only in a fresh list',
    exchanges: [
      create('a'),
      create('b'),
      create('c'),
      {
        send: `GET ${MAPS}?limit=2`,
        status: 200,
        answer: {
          metadata: { continue: '/.+/', remainingItemCount: 1 },
          items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
        },
        keep: { token: 'metadata.continue', version: 'metadata.resourceVersion' },
      },
      create('d'),
      {
        send: `GET ${MAPS}?limit=2&continue=\${token}`,
        status: 200,
        answer: { metadata: { resourceVersion: '${version}' }, items: [{ metadata: { name: 'c' } }] },
      },
    ],
  },
  {
    subject: 'resourceVersion of a list',
    says: 'Exact without a resourceVersion is invalid; a continue token with a non-zero version is a bad request',
    exchanges: [
      { send: `GET ${MAPS}?resourceVersionMatch=Exact`, status: 422, answer: { reason: 'Invalid' } },
      create('a'),
      create('b'),
      { send: `GET ${MAPS}?limit=1`, status: 200, keep: { token: 'metadata.continue' } },
      {
        send: `GET ${MAPS}?limit=1&continue=\${token}&resourceVersion=1`,
        status: 400,
        answer: { reason: 'BadRequest' },
      },
    ],
  },
  {
    subject: 'resourceVersion of a watch',
    says: 'without a version a watch begins with synthetic ADDED events; with one, only changes after it follow',
    exchanges: [
      { ...create('a'), keep: { version: 'metadata.resourceVersion' } },
      create('b'),
      {
        send: `GET ${MAPS}?watch=1`,
        status: 200,
        events: [
          { type: 'ADDED', object: { metadata: { name: 'a' } } },
          { type: 'ADDED', object: { metadata: { name: 'b' } } },
        ],
      },
      {
        send: `GET ${MAPS}?watch=1&resourceVersion=\${version}`,
        status: 200,
        events: [{ type: 'ADDED', object: { metadata: { name: 'b' } } }],
      },
    ],
  },
  {
    subject: 'Updates',
    says: 'PUT with a stale resourceVersion yields 409',
    exchanges: [
      { ...create('a'), keep: { version: 'metadata.resourceVersion' } },
      { send: `PATCH ${MAPS}/a`, type: MERGE, body: { data: { k: '1' } }, status: 200 },
      {
        send: `PUT ${MAPS}/a`,
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', resourceVersion: '${version}' } },
        status: 409,
        answer: { reason: 'Conflict' },
      },
    ],
  },
  {
    subject: 'PATCH content types',
    says: 'JSON patch with test operations and merge patch are served, other types are refused with 415',
    exchanges: [
      create('a', { k: 'v' }),
      {
        send: `PATCH ${MAPS}/a`,
        type: MERGE,
        body: { data: { k: null, l: 'w' } },
        status: 200,
        answer: { data: { l: 'w' } },
      },
      {
        send: `PATCH ${MAPS}/a`,
        type: 'application/json-patch+json',
        body: [
          { op: 'test', path: '/data/l', value: 'w' },
          { op: 'replace', path: '/data/l', value: 'x' },
        ],
        status: 200,
        answer: { data: { l: 'x' } },
      },
      {
        send: `PATCH ${MAPS}/a`,
        type: 'application/json-patch+json',
        body: [{ op: 'test', path: '/data/l', value: 'w' }],
        status: 422,
      },
      {
        send: `PATCH ${MAPS}/a`,
        type: 'text/plain',
        body: 'x',
        status: 415,
        answer: { reason: 'UnsupportedMediaType' },
      },
    ],
  },
  {
    subject: 'Server-side apply',
    says: 'a field of another manager conflicts unless forced; a manager that leaves a field out gives it up',
    exchanges: [
      {
        send: `PATCH ${MAPS}/a?fieldManager=one`,
        type: 'application/apply-patch+yaml',
        body: map('a', { k: 'v', l: 'w' }),
        status: 201,
      },
      {
        send: `PATCH ${MAPS}/a?fieldManager=two`,
        type: 'application/apply-patch+yaml',
        body: map('a', { k: 'x' }),
        status: 409,
        answer: { reason: 'Conflict', details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.k' }] } },
      },
      {
        send: `PATCH ${MAPS}/a?fieldManager=two&force=true`,
        type: 'application/apply-patch+yaml',
        body: map('a', { k: 'x' }),
        status: 200,
        answer: { data: { k: 'x', l: 'w' } },
      },
      { send: `PATCH ${MAPS}/a`, type: 'application/apply-patch+yaml', body: map('a'), status: 422 },
    ],
  },
  {
    subject: 'Resource deletion',
    says: 'a deleted object with finalizers stays until the last finalizer is removed',
    exchanges: [
      {
        send: `POST ${MAPS}`,
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', finalizers: ['example.com/x'] } },
        status: 201,
      },
      { send: `DELETE ${MAPS}/a`, status: 200, answer: { metadata: { deletionTimestamp: '/.+/' } } },
      { send: `GET ${MAPS}/a`, status: 200, answer: { metadata: { finalizers: ['example.com/x'] } } },
      { send: `PATCH ${MAPS}/a`, type: MERGE, body: { metadata: { finalizers: null } }, status: 200 },
      { send: `GET ${MAPS}/a`, status: 404, answer: { reason: 'NotFound' } },
    ],
  },
  {
    subject: 'Field validation and dry run',
    says: 'Strict rejects unknown fields, Warn names each in a header; a dry run stores nothing',
    exchanges: [
      {
        send: `POST ${MAPS}?fieldValidation=Strict`,
        body: { ...map('a'), other: 1 },
        status: 400,
        answer: { reason: 'BadRequest' },
      },
      {
        send: `POST ${MAPS}`,
        body: { ...map('a'), other: 1 },
        status: 201,
        headers: { warning: '/unknown field \\\\"other\\\\"/' },
      },
      { send: `POST ${MAPS}?fieldValidation=Ignore`, body: { ...map('b'), other: 1 }, status: 201 },
      { send: `POST ${MAPS}?dryRun=All`, body: map('c'), status: 201, answer: { metadata: { name: 'c' } } },
      { send: `POST ${MAPS}?dryRun`, body: map('c'), status: 201 },
      { send: `GET ${MAPS}/c`, status: 404 },
    ],
  },
  {
    subject: 'Content negotiation',
    says: 'a Table has the columns Name and Created At when the type has none; an unsupported media type answers 406',
    exchanges: [
      create('a'),
      {
        send: `GET /api/v1/namespaces/default/limitranges`,
        accept: 'application/json;as=Table;g=meta.svc.io;v=v1',
        status: 200,
        answer: {
          kind: 'Table',
          apiVersion: 'meta.svc.io/v1',
          columnDefinitions: [{ name: 'Name' }, { name: 'Created At' }],
        },
      },
      { send: `GET ${MAPS}`, accept: 'image/png', status: 406 },
      { send: `GET ${MAPS}`, accept: 'image/png, application/json;q=0.5', status: 200 },
    ],
  },
  {
    subject: 'Path shapes',
    says: 'groups are served below /apis in the domain of the dialect; paths of cluster scope have no namespace',
    exchanges: [
      { send: 'GET /apis/rbac.authorization.svc.io/v1/clusterroles', status: 200, answer: { kind: 'ClusterRoleList' } },
      { send: 'GET /apis/apps/v1/deployments', status: 200, answer: { kind: 'DeploymentList' } },
      { send: 'GET /api/v1/namespaces/default', status: 200, answer: { kind: 'Namespace' } },
      { send: 'GET /api/v1/namespaces/svc-system', status: 200 },
      { send: 'GET /apis/rbac.authorization.k8s.io/v1/clusterroles', status: 404 },
    ],
  },
  {
    subject: 'Health endpoints',
    says: 'verbose prints every check and ends with the result; an excluded check is marked',
    exchanges: [
      { send: 'GET /livez', status: 200 },
      { send: 'GET /readyz?verbose', status: 200, answer: { text: '/^\\[\\+\\]ping ok\\n[^]*check passed\\n$/' } },
      { send: 'GET /readyz?verbose&exclude=ping', status: 200, answer: { text: '/ping excluded: ok/' } },
    ],
  },
  {
    subject: 'NamespaceLifecycle',
    says: 'creates in terminating or missing namespaces are blocked, and the three system namespaces cannot be deleted',
    exchanges: [
      { send: 'POST /api/v1/namespaces/nowhere/configmaps', body: map('a'), status: 404 },
      { send: 'DELETE /api/v1/namespaces/default', status: 403, answer: { reason: 'Forbidden' } },
      { send: 'DELETE /api/v1/namespaces/svc-system', status: 403 },
      { send: 'DELETE /api/v1/namespaces/svc-public', status: 403 },
    ],
  },
]

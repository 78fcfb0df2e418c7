import type { Place } from './place.ts'
import { CORE, MAPS, DEPLOYMENTS, get, post, place, named, pod, deployment } from './place.ts'

/** Fields of built-in objects: metadata, data, pods, and objects that select or limit pods. */
export const objects: readonly Place[] = [
  place('labels', post(MAPS, named('labels', { labels: { WORD: 'WORD' } })), get(`${MAPS}?labelSelector=WORD`)),
  place('annotations', post(MAPS, named('notes', { annotations: { WORD: 'WORD' } })), get(`${MAPS}/notes`)),
  place(
    'data',
    post(MAPS, { ...named('data'), data: { WORD: 'v' }, binaryData: { 'x-WORD': 'aGk=' } }),
    get(`${MAPS}/data`),
  ),
  place(
    'the same key in data and binary data',
    post(MAPS, { ...named('twice'), data: { WORD: 'v' }, binaryData: { WORD: '' } }),
  ),
  place(
    'secret data',
    post(`${CORE}/secrets`, { ...named('data'), stringData: { WORD: 'v' }, data: { WORD: 'aGk=' } }),
  ),
  place('secret type', post(`${CORE}/secrets`, { ...named('typed'), type: 'WORD' })),
  place('generated names', post(MAPS, { metadata: { generateName: 'WORD' } })),
  place('a kind', post(MAPS, { apiVersion: 'v1', kind: 'WORD', ...named('a') })),
  place('an API version', post(MAPS, { apiVersion: 'WORD', kind: 'ConfigMap', ...named('a') })),
  place(
    'unknown fields',
    post(`${MAPS}?fieldValidation=Strict`, { ...named('a'), WORD: 1, metadata: { WORD: 1, name: 'a' } }),
  ),
  place('unknown fields, warned of', post(MAPS, { ...named('warned'), WORD: { WORD: 1 } })),
  place(
    'owners',
    post(MAPS, named('owned', { ownerReferences: [{ apiVersion: 'WORD/v1', kind: 'WORD', name: 'a', uid: 'WORD' }] })),
  ),
  place('finalizers', post(MAPS, named('final', { finalizers: ['WORD', 'x.y/WORD'] }))),
  place(
    'namespaces',
    post('/api/v1/namespaces', named('WORD')),
    post('/api/v1/namespaces/WORD/configmaps', named('WORD')),
  ),
  place(
    'namespace labels',
    post('/api/v1/namespaces', named('enforced', { labels: { 'pod-security.kubernetes.io/enforce': 'WORD' } })),
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
      ...named('s'),
      spec: { selector: { WORD: 'a' }, ports: [{ name: 'WORD', port: 80, targetPort: 'WORD' }] },
    }),
  ),
  place(
    'network policies',
    post('/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', {
      ...named('n'),
      spec: { podSelector: { matchExpressions: [{ key: 'WORD', operator: 'WORD' }] } },
    }),
  ),
  place(
    'quotas',
    post(`${CORE}/resourcequotas`, {
      ...named('q'),
      spec: {
        hard: { WORD: '1', 'count/WORD': '1', 'requests.x.y/WORD': '1', 'count/WORD.WORD': '1' },
        scopes: ['WORD'],
      },
    }),
    post(`${CORE}/resourcequotas`, {
      ...named('r'),
      spec: { hard: { 'count/constructor': '1', 'requests.x.y/WORD': '1', 'count/x.y': '1' } },
    }),
    post(`${CORE}/pods`, pod('counted', {})),
  ),
  place(
    'limit ranges',
    post(`${CORE}/limitranges`, {
      ...named('l'),
      spec: { limits: [{ type: 'WORD', max: { WORD: '1', 'x.y/WORD': '1' }, default: { 'x.y/WORD': '1' } }] },
    }),
  ),
  place(
    'attributes of a node',
    post('/api/v1/nodes', {
      ...named('n'),
      status: { capacity: { WORD: '1' }, allocatable: { 'x.y/WORD': '1' } },
      spec: { taints: [{ key: 'WORD', effect: 'WORD' }] },
    }),
  ),
]

import { expect, test } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import { readConnectOptions } from './connect-options.ts'
import { readRequestInfo } from './request-info.ts'
import { routeResource } from './route.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

function read(url: string): unknown {
  const info = readRequestInfo('GET', url)
  const { target, subpath } = routeResource(info, catalog)
  return readConnectOptions(target, info.query, subpath)
}

const pod = '/api/v1/namespaces/n/pods/p'

test.each([
  [
    `${pod}/exec?command=ls&command=-l&tty=true&stdin=0&other=1`,
    'PodExecOptions',
    { command: ['ls', '-l'], tty: true, stdin: false },
  ],
  [`${pod}/log?tailLines=5&container=c`, 'PodLogOptions', { tailLines: 5, container: 'c' }],
  [`${pod}/portforward?ports=80`, 'PodPortForwardOptions', {}],
  [`${pod}/portforward?ports=80,90&ports=7`, 'PodPortForwardOptions', { ports: [80, 90, 7] }],
  [`${pod}/proxy/a/b/`, 'PodProxyOptions', { path: '/a/b/' }],
  [`${pod}/proxy/`, 'PodProxyOptions', { path: '/' }],
  ['/api/v1/nodes/n/proxy', 'NodeProxyOptions', {}],
])('reads %s as %s', (url, kind, options) => {
  expect(read(url)).toEqual(expect.objectContaining({ kind, apiVersion: 'v1', ...options }))
  expect(read(url)).not.toHaveProperty('other')
})

test('reads an empty time and null as no time', () => {
  for (const text of ['', 'null']) expect(read(`${pod}/log?sinceTime=${text}`)).not.toHaveProperty('sinceTime')
})

test('refuses a port that is not a number of 16 bits', () => {
  for (const [ports, text, fault] of [
    ['x', 'x', 'invalid syntax'],
    ['80,', '', 'invalid syntax'],
    ['70000', '70000', 'value out of range'],
  ])
    expect(() => read(`${pod}/portforward?ports=${ports}`)).toThrow(
      `cannot convert to []int32: strconv.ParseUint: parsing "${text}": ${fault}`,
    )
})

test('refuses a malformed number or time', () => {
  expect(() => read(`${pod}/log?tailLines=x`)).toThrow('strconv.ParseInt')
  expect(() => read(`${pod}/log?sinceTime=x`)).toThrow('cannot parse "x" as "2006"')
})

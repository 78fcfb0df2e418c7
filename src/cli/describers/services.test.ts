import { expect, test } from 'vitest'
import { ingressText } from './ingresses.ts'
import { serviceText } from './services.ts'
import { FakeServer, linesOf } from './describe-context.fixture.ts'

const service = {
  metadata: { name: 'web', namespace: 'n' },
  spec: {
    type: 'ClusterIP',
    clusterIP: '10.0.0.1',
    ports: [{ name: 'http', port: 80, targetPort: 'h', protocol: 'TCP' }],
  },
}
const endpoints = {
  subsets: [
    {
      addresses: ['1.1.1.1', 'fd00::1', '1.1.1.3', '1.1.1.4'].map((ip) => ({ ip })),
      ports: [{ name: 'http', port: 8080 }],
    },
  ],
}
const server = new FakeServer({
  '/api/v1/namespaces/n/services/web': service,
  '/api/v1/namespaces/n/endpoints/web': endpoints,
})

test('shows the endpoints of each port of a service', async () => {
  const lines = await linesOf(serviceText, service, server)
  expect(lines).toContain('Port:              http  80/TCP')
  expect(lines).toContain('TargetPort:        h/TCP')
  expect(lines).toContain('Endpoints:         1.1.1.1:8080,[fd00::1]:8080,1.1.1.3:8080 + 1 more...')
  expect(await linesOf(serviceText, service)).toContain('Endpoints:         <none>')
})

test('shows the endpoints of the backends of an ingress, or why there are none', async () => {
  const path = (name: string) => ({ path: `/${name}`, backend: { service: { name, port: { number: 80 } } } })
  const ingress = { metadata: { namespace: 'n' }, spec: { rules: [{ http: { paths: [path('web'), path('gone')] } }] } }
  const lines = await linesOf(ingressText, ingress, server)
  expect(lines).toContain('  *           ')
  expect(lines).toContain('              /web    web:80 (1.1.1.1:8080,[fd00::1]:8080,1.1.1.3:8080 + 1 more...)')
  expect(lines).toContain('              /gone   gone:80 (<error: "gone" not found>)')
})

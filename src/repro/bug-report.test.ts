import { expect, it } from 'vitest'
import { bugReport } from './bug-report.ts'

it('names the requests, the last answer, the link and the versions', () => {
  const request = { after: 0, method: 'GET', url: '/api/v1/pods', status: 200 }
  const refused = {
    ...request,
    as: { user: 'alice', groups: [] },
    status: 403,
    answer: { message: 'pods is\nforbidden' },
  }
  const report = bugReport(
    {
      kind: 'Repro',
      app: '0.1.0',
      server: 'v1.30.0',
      name: 'a',
      dialect: 'k8s',
      taken: 0,
      flags: ['controllers'],
      objects: [],
      requests: [request, refused],
    },
    'https://a.example/#r1.x',
  )
  expect(report).toContain('1. `GET /api/v1/pods`: 200\n2. `GET /api/v1/pods` as `alice`: 403')
  expect(report).toContain('> pods is\n> forbidden')
  expect(report).toContain('https://a.example/#r1.x')
  expect(report).toContain('Tabplane 0.1.0, k8s cluster of v1.30.0 (controllers), 1970-01-01T00:00:00.000Z')
})

import { expect, it } from 'vitest'
import { imageFault, wholeName } from './image-names.ts'

it('adds the default registry and tag to an image name', () => {
  expect(
    ['nginx', 'nginx:1', 'team/app', 'localhost/app', 'example.com:5000/a/b:c', `busybox@sha256:${'0'.repeat(64)}`].map(
      wholeName,
    ),
  ).toEqual([
    'docker.io/library/nginx:latest',
    'docker.io/library/nginx:1',
    'docker.io/team/app:latest',
    'localhost/app:latest',
    'example.com:5000/a/b:c',
    `docker.io/library/busybox@sha256:${'0'.repeat(64)}`,
  ])
})

it('rejects invalid image names', () => {
  expect(imageFault('nginx:1.27')).toBeUndefined()
  expect(imageFault('nginx:')).toMatch(/: invalid reference format$/)
  expect(imageFault('Team/App')).toMatch(/: invalid reference format: repository name must be lowercase$/)
})

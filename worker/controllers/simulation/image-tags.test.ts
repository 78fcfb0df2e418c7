import { expect, it } from 'vitest'
import { isMissingImage } from './image-tags.ts'

it.each([
  'nginx:1.161',
  'nginx:9.9',
  'docker.io/library/redis:broken',
  'nginx:latestt',
  'busybox:nope',
  'foo:non-existent',
  'web:404',
  'invalid.registry.example/a:1',
])('counts %s as missing', (image) => expect(isMissingImage(image)).toBe(true))

it.each([
  'nginx',
  'nginx:1.27',
  'nginx:1.16.1',
  'nginx:stable-alpine3.19-perl',
  'postgres:16.4-bookworm',
  'ubuntu:24.04',
  'node:22-slim',
  'own/nginx:broken',
  'own/invalid:1',
  'registry.example/nginx:broken',
  'nginx@sha256:0123',
])('does not count %s as missing', (image) => expect(isMissingImage(image)).toBe(false))

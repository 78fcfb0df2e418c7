import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

export const namespace = {
  name: 'namespace',
  aliases: ['ns'],
  summary: 'Create a namespace with the specified name',
  usage: 'NAME',
  examples: [['Create a namespace', '{cli} create namespace shop']],
  build: (_, name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: newMetadata(name), spec: {}, status: {} }),
} satisfies Generator

export const serviceAccount = {
  name: 'serviceaccount',
  aliases: ['sa'],
  summary: 'Create a service account with the specified name',
  usage: 'NAME',
  failure: 'failed to create serviceaccount:',
  build: (_, name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: newMetadata(name) }),
} satisfies Generator

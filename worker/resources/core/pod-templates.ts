import type { Kind } from '../resource.ts'
import { podTemplate } from '../rules/pod-defaults.ts'

export const podTemplates = { resource: 'podtemplates', defaults: { template: podTemplate } } satisfies Kind

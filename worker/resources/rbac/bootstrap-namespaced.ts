import type { BootstrapObject } from '../bootstrap-object.ts'
import { CORE, EVENTS, READ, account, roleBinding, resourceRule, roleIn, user } from './bootstrap-notation.ts'

/** The roles of components, in the namespaces of the system. */
export const namespacedPolicy: readonly BootstrapObject[] = [
  roleIn(
    '{system}-public',
    'system:controller:bootstrap-signer',
    resourceRule(READ, CORE, 'configmaps'),
    resourceRule('update', CORE, 'configmaps', 'cluster-info'),
    EVENTS,
  ),
  roleIn(
    '{system}-system',
    'extension-apiserver-authentication-reader',
    resourceRule(READ, CORE, 'configmaps', 'extension-apiserver-authentication'),
  ),
  roleIn(
    '{system}-system',
    'system::leader-locking-{system}-controller-manager',
    resourceRule('watch', CORE, 'configmaps'),
    resourceRule('get update', CORE, 'configmaps', '{system}-controller-manager'),
  ),
  roleIn(
    '{system}-system',
    'system::leader-locking-{system}-scheduler',
    resourceRule('watch', CORE, 'configmaps'),
    resourceRule('get update', CORE, 'configmaps', '{system}-scheduler'),
  ),
  roleIn('{system}-system', 'system:controller:bootstrap-signer', resourceRule(READ, CORE, 'secrets')),
  roleIn(
    '{system}-system',
    'system:controller:cloud-provider',
    resourceRule('create get list watch', CORE, 'configmaps'),
  ),
  roleIn(
    '{system}-system',
    'system:controller:token-cleaner',
    resourceRule('delete get list watch', CORE, 'secrets'),
    EVENTS,
  ),
  roleBinding('{system}-public', 'system:controller:bootstrap-signer', [account('bootstrap-signer')]),
  roleBinding(
    '{system}-system',
    'system::extension-apiserver-authentication-reader',
    [user('system:{system}-controller-manager'), user('system:{system}-scheduler')],
    'extension-apiserver-authentication-reader',
  ),
  roleBinding('{system}-system', 'system::leader-locking-{system}-controller-manager', [
    user('system:{system}-controller-manager'),
    account('{system}-controller-manager'),
  ]),
  roleBinding('{system}-system', 'system::leader-locking-{system}-scheduler', [
    user('system:{system}-scheduler'),
    account('{system}-scheduler'),
  ]),
  roleBinding('{system}-system', 'system:controller:bootstrap-signer', [account('bootstrap-signer')]),
  roleBinding('{system}-system', 'system:controller:cloud-provider', [account('cloud-provider')]),
  roleBinding('{system}-system', 'system:controller:token-cleaner', [account('token-cleaner')]),
]

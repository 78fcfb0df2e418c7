import type { BootstrapObject } from '../bootstrap-object.ts'
import { CORE, EVENTS, READ, account, boundIn, may, roleIn, user } from './bootstrap-notation.ts'

/** The roles of components, in the namespaces of the system. */
export const namespacedPolicy: readonly BootstrapObject[] = [
  roleIn(
    '{system}-public',
    'system:controller:bootstrap-signer',
    may(READ, CORE, 'configmaps'),
    may('update', CORE, 'configmaps', 'cluster-info'),
    EVENTS,
  ),
  roleIn(
    '{system}-system',
    'extension-apiserver-authentication-reader',
    may(READ, CORE, 'configmaps', 'extension-apiserver-authentication'),
  ),
  roleIn(
    '{system}-system',
    'system::leader-locking-{system}-controller-manager',
    may('watch', CORE, 'configmaps'),
    may('get update', CORE, 'configmaps', '{system}-controller-manager'),
  ),
  roleIn(
    '{system}-system',
    'system::leader-locking-{system}-scheduler',
    may('watch', CORE, 'configmaps'),
    may('get update', CORE, 'configmaps', '{system}-scheduler'),
  ),
  roleIn('{system}-system', 'system:controller:bootstrap-signer', may(READ, CORE, 'secrets')),
  roleIn('{system}-system', 'system:controller:cloud-provider', may('create get list watch', CORE, 'configmaps')),
  roleIn('{system}-system', 'system:controller:token-cleaner', may('delete get list watch', CORE, 'secrets'), EVENTS),
  boundIn('{system}-public', 'system:controller:bootstrap-signer', [account('bootstrap-signer')]),
  boundIn(
    '{system}-system',
    'system::extension-apiserver-authentication-reader',
    [user('system:{system}-controller-manager'), user('system:{system}-scheduler')],
    'extension-apiserver-authentication-reader',
  ),
  boundIn('{system}-system', 'system::leader-locking-{system}-controller-manager', [
    user('system:{system}-controller-manager'),
    account('{system}-controller-manager'),
  ]),
  boundIn('{system}-system', 'system::leader-locking-{system}-scheduler', [
    user('system:{system}-scheduler'),
    account('{system}-scheduler'),
  ]),
  boundIn('{system}-system', 'system:controller:bootstrap-signer', [account('bootstrap-signer')]),
  boundIn('{system}-system', 'system:controller:cloud-provider', [account('cloud-provider')]),
  boundIn('{system}-system', 'system:controller:token-cleaner', [account('token-cleaner')]),
]

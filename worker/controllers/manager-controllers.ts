import { accountTokensController } from './accounts/account-tokens-controller.ts'
import { bootstrapSigner } from './accounts/bootstrap-signer.ts'
import { bootstrapTokenCleaner } from './accounts/bootstrap-token-cleaner.ts'
import { legacyTokenCleaner } from './accounts/legacy-token-cleaner.ts'
import { rootCertificatePublisher } from './accounts/root-certificate-publisher.ts'
import { certificateApproving } from './certificates/certificate-approving.ts'
import { certificateCleaning } from './certificates/certificate-cleaning.ts'
import type { ControllerNames } from './chosen-controllers.ts'
import type { Controller, ManagerContext } from './controller.ts'
import { garbageCollector } from './garbage-collection/garbage-collector.ts'
import { namespaceController } from './namespaces/namespace-controller.ts'
import { resourceQuota } from './quotas/resource-quota.ts'

/** A controller of the controller manager. */
export interface ManagerController extends ControllerNames {
  open(context: ManagerContext): Controller
}

/** One file each; loaded together, once the cluster serves. */
export const managerControllers: readonly ManagerController[] = [
  namespaceController,
  garbageCollector,
  accountTokensController,
  bootstrapSigner,
  bootstrapTokenCleaner,
  legacyTokenCleaner,
  rootCertificatePublisher,
  resourceQuota,
  certificateApproving,
  certificateCleaning,
]

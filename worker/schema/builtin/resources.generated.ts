// Written by scripts/generate-builtin.mjs; the notation is described in resources.ts.
export const table = `@ v1
=bindings Binding
v1 c
=componentstatuses ComponentStatus cluster short:cs
v1 gl
=configmaps ConfigMap short:cm stored:v1
v1 cdDglpuw qFsyl6wFWjQ=
=endpoints Endpoints short:ep stored:v1
v1 cdDglpuw fWeeMqaN/OA=
=events Event short:ev stored:v1
v1 cdDglpuw r2yiGXH7wu8=
=limitranges LimitRange short:limits stored:v1
v1 cdDglpuw EBKMFVe6cwo=
=namespaces Namespace cluster short:ns stored:v1
v1 cdglpuw Q3oi5N2YM8M=
/finalize u
/status gpu
=nodes Node cluster short:no stored:v1
v1 cdDglpuw XwShjMxG9Fs=
/proxy cdgpu NodeProxyOptions
/status gpu
=persistentvolumeclaims PersistentVolumeClaim short:pvc stored:v1
v1 cdDglpuw QWTyNDq0dC4=
/status gpu
=persistentvolumes PersistentVolume cluster short:pv stored:v1
v1 cdDglpuw HN/zwEC+JgM=
/status gpu
=pods Pod short:po categories:all stored:v1
v1 cdDglpuw xPOwRZ+Yhw8=
/attach cg PodAttachOptions
/binding c Binding
/ephemeralcontainers gpu
/eviction c Eviction policy/v1
/exec cg PodExecOptions
/log g
/portforward cg PodPortForwardOptions
/proxy cdgpu PodProxyOptions
/status gpu
=podtemplates PodTemplate stored:v1
v1 cdDglpuw LIXB2x4IFpk=
=replicationcontrollers ReplicationController short:rc categories:all stored:v1
v1 cdDglpuw Jond2If31h0=
/scale gpu Scale autoscaling/v1
/status gpu
=resourcequotas ResourceQuota short:quota stored:v1
v1 cdDglpuw 8uhSgffRX6w=
/status gpu
=secrets Secret stored:v1
v1 cdDglpuw S6u1pOWzb84=
=serviceaccounts ServiceAccount short:sa stored:v1
v1 cdDglpuw pbx9ZvyFpBE=
/token c TokenRequest authentication.{domain}/v1
=services Service short:svc categories:all stored:v1
v1 cdDglpuw 0/CO1lhkEBI=
/proxy cdgpu ServiceProxyOptions
/status gpu
@apiregistration.{domain} v1
=apiservices APIService cluster categories:api-extensions stored:v1
v1 cdDglpuw InPBPD7+PqM=
/status gpu
@apps v1
=controllerrevisions ControllerRevision stored:v1
v1 cdDglpuw 85nkx63pcBU=
=daemonsets DaemonSet short:ds categories:all stored:v1
v1 cdDglpuw dd7pWHUlMKQ=
/status gpu
=deployments Deployment short:deploy categories:all stored:v1
v1 cdDglpuw 8aSe+NMegvE=
/scale gpu Scale autoscaling/v1
/status gpu
=replicasets ReplicaSet short:rs categories:all stored:v1
v1 cdDglpuw P1RzHs8/mWQ=
/scale gpu Scale autoscaling/v1
/status gpu
=statefulsets StatefulSet short:sts categories:all stored:v1
v1 cdDglpuw H+vl74LkKdo=
/scale gpu Scale autoscaling/v1
/status gpu
@events.{domain} v1
=events Event short:ev stored:v1
v1 cdDglpuw r2yiGXH7wu8=
@authentication.{domain} v1 v1beta1~ v1alpha1~
=selfsubjectreviews SelfSubjectReview cluster
v1 c
v1beta1 c
v1alpha1 c
=tokenreviews TokenReview cluster
v1 c
@authorization.{domain} v1
=localsubjectaccessreviews LocalSubjectAccessReview
v1 c
=selfsubjectaccessreviews SelfSubjectAccessReview cluster
v1 c
=selfsubjectrulesreviews SelfSubjectRulesReview cluster
v1 c
=subjectaccessreviews SubjectAccessReview cluster
v1 c
@autoscaling v2 v1
=horizontalpodautoscalers HorizontalPodAutoscaler short:hpa categories:all stored:v2
v2 cdDglpuw qwQve8ut294=
/status gpu
v1 cdDglpuw qwQve8ut294=
/status gpu
@batch v1
=cronjobs CronJob short:cj categories:all stored:v1
v1 cdDglpuw sd5LIXh4Fjs=
/status gpu
=jobs Job categories:all stored:v1
v1 cdDglpuw mudhfqk/qZY=
/status gpu
@certificates.{domain} v1 v1alpha1~
=certificatesigningrequests CertificateSigningRequest cluster short:csr stored:v1
v1 cdDglpuw 95fRKMXA+00=
/approval gpu
/status gpu
=clustertrustbundles ClusterTrustBundle cluster stored:v1alpha1
v1alpha1 cdDglpuw XGGGW2kGm+w=
@networking.{domain} v1 v1alpha1~
=ingressclasses IngressClass cluster stored:v1
v1 cdDglpuw l/iqIbDgFyQ=
=ingresses Ingress short:ing stored:v1
v1 cdDglpuw 39NQlfNR+bo=
/status gpu
=networkpolicies NetworkPolicy short:netpol stored:v1
v1 cdDglpuw YpfwF18m1G8=
=ipaddresses IPAddress cluster short:ip stored:v1alpha1
v1alpha1 cdDglpuw 3APLM23DOxw=
=servicecidrs ServiceCIDR cluster stored:v1alpha1
v1alpha1 cdDglpuw 3cDF5hqTkLY=
/status gpu
@policy v1
=poddisruptionbudgets PodDisruptionBudget short:pdb stored:v1
v1 cdDglpuw EVWiDmWqyJw=
/status gpu
@rbac.authorization.{domain} v1
=clusterrolebindings ClusterRoleBinding cluster stored:v1
v1 cdDglpuw 48tpQ8gZHFc=
=clusterroles ClusterRole cluster stored:v1
v1 cdDglpuw bYE5ZWDrJ44=
=rolebindings RoleBinding stored:v1
v1 cdDglpuw eGsCzGH6b1g=
=roles Role stored:v1
v1 cdDglpuw 7FuwZcIIItM=
@storage.{domain} v1 v1alpha1~
=csidrivers CSIDriver cluster stored:v1
v1 cdDglpuw hL6j/rwBV5w=
=csinodes CSINode cluster stored:v1
v1 cdDglpuw Pe62DkZtjuo=
=csistoragecapacities CSIStorageCapacity stored:v1
v1 cdDglpuw xeVl+2Ly1kE=
=storageclasses StorageClass cluster short:sc stored:v1
v1 cdDglpuw K+m6uJwbjGY=
=volumeattachments VolumeAttachment cluster stored:v1
v1 cdDglpuw tJx/ezt6UDU=
/status gpu
=volumeattributesclasses VolumeAttributesClass cluster short:vac stored:v1alpha1
v1alpha1 cdDglpuw HPC8kMG1ukQ=
@admissionregistration.{domain} v1 v1beta1~ v1alpha1~
=mutatingwebhookconfigurations MutatingWebhookConfiguration cluster categories:api-extensions stored:v1
v1 cdDglpuw Sqi0GUgDaX0=
=validatingadmissionpolicies ValidatingAdmissionPolicy cluster categories:api-extensions stored:v1beta1
v1 cdDglpuw P/h9c6yIbaY=
/status gpu
v1beta1 cdDglpuw P/h9c6yIbaY=
/status gpu
v1alpha1 cdDglpuw P/h9c6yIbaY=
/status gpu
=validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding cluster categories:api-extensions stored:v1beta1
v1 cdDglpuw XYju31JKYek=
v1beta1 cdDglpuw XYju31JKYek=
v1alpha1 cdDglpuw XYju31JKYek=
=validatingwebhookconfigurations ValidatingWebhookConfiguration cluster categories:api-extensions stored:v1
v1 cdDglpuw B0wHjQmsGNk=
@apiextensions.{domain} v1
=customresourcedefinitions CustomResourceDefinition cluster short:crd,crds categories:api-extensions stored:v1beta1
v1 cdDglpuw jfWCUB31mvA=
/status gpu
@scheduling.{domain} v1
=priorityclasses PriorityClass cluster short:pc stored:v1
v1 cdDglpuw 1QwjyaZjj3Y=
@coordination.{domain} v1
=leases Lease stored:v1
v1 cdDglpuw gqkMMb/YqFM=
@node.{domain} v1
=runtimeclasses RuntimeClass cluster stored:v1
v1 cdDglpuw WQTu1GL3T2Q=
@discovery.{domain} v1
=endpointslices EndpointSlice stored:v1beta1
v1 cdDglpuw Nx3SIv6I0mE=
@flowcontrol.{apiserver}{domain} v1 v1beta3
=flowschemas FlowSchema cluster stored:v1
v1 cdDglpuw GJVAJZSZBIw=
/status gpu
v1beta3 cdDglpuw GJVAJZSZBIw=
/status gpu
=prioritylevelconfigurations PriorityLevelConfiguration cluster stored:v1
v1 cdDglpuw Kir5PVfvNeI=
/status gpu
v1beta3 cdDglpuw Kir5PVfvNeI=
/status gpu
@internal.apiserver.{domain} v1alpha1~
=storageversions StorageVersion cluster stored:v1alpha1
v1alpha1 cdDglpuw c8YZt5U0nPk=
/status gpu
@resource.{domain} v1alpha2~
=podschedulingcontexts PodSchedulingContext stored:v1alpha2
v1alpha2 cdDglpuw qtdNX2rnDEA=
/status gpu
=resourceclaimparameters ResourceClaimParameters stored:v1alpha2
v1alpha2 cdDglpuw DWM408h+ZHE=
=resourceclaims ResourceClaim stored:v1alpha2
v1alpha2 cdDglpuw sMQbgChfibk=
/status gpu
=resourceclaimtemplates ResourceClaimTemplate stored:v1alpha2
v1alpha2 cdDglpuw 1o2b66bFoGM=
=resourceclasses ResourceClass cluster stored:v1alpha2
v1alpha2 cdDglpuw wkt0Tpte++U=
=resourceclassparameters ResourceClassParameters stored:v1alpha2
v1alpha2 cdDglpuw MDq5XoTnXWQ=
=resourceslices ResourceSlice cluster stored:v1alpha2
v1alpha2 cdDglpuw IECvOcO76kw=`

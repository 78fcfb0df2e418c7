import { lookupTable } from '../runtime/lookup-table.ts'

/**
 * The help texts of all metrics by name, from the real server and from Prometheus' clients. Only a reader of the metrics needs
 * them, so they are loaded with the document.
 */
const TEXTS = lookupTable<string>({
  apiserver_admission_controller_admission_duration_seconds:
    'Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
  apiserver_current_inflight_requests:
    'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
  apiserver_flowcontrol_current_executing_requests:
    'Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
  apiserver_flowcontrol_current_executing_seats:
    'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
  apiserver_flowcontrol_current_inqueue_requests:
    'Number of requests currently pending in queues of the API Priority and Fairness subsystem',
  apiserver_flowcontrol_current_inqueue_seats:
    'Number of seats currently pending in queues of the API Priority and Fairness subsystem',
  apiserver_flowcontrol_current_limit_seats:
    'current derived number of execution seats available to each priority level',
  apiserver_flowcontrol_demand_seats:
    'Observations, at the end of every nanosecond, of (the number of seats each priority level could use) / (nominal number of seats for that level)',
  apiserver_flowcontrol_dispatched_requests_total: 'Number of requests executed by API Priority and Fairness subsystem',
  apiserver_flowcontrol_nominal_limit_seats: 'Nominal number of execution seats configured for each priority level',
  apiserver_flowcontrol_priority_level_request_utilization:
    'Observations, at the end of every nanosecond, of number of requests (as a fraction of the relevant limit) waiting or in any stage of execution (but only initial stage for WATCHes)',
  apiserver_flowcontrol_priority_level_seat_utilization:
    'Observations, at the end of every nanosecond, of utilization of seats for any stage of execution (but only initial stage for WATCHes)',
  apiserver_flowcontrol_read_vs_write_current_requests:
    'Observations, at the end of every nanosecond, of the number of requests (as a fraction of the relevant limit) waiting or in regular stage of execution',
  apiserver_flowcontrol_rejected_requests_total: 'Number of requests rejected by API Priority and Fairness subsystem',
  apiserver_flowcontrol_request_concurrency_in_use:
    'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
  apiserver_flowcontrol_request_concurrency_limit:
    'Nominal number of execution seats configured for each priority level',
  apiserver_flowcontrol_request_dispatch_no_accommodation_total:
    'Number of times a dispatch attempt resulted in a non accommodation due to lack of available seats',
  apiserver_flowcontrol_request_execution_seconds:
    'Duration of initial stage (for a WATCH) or any (for a non-WATCH) stage of request execution in the API Priority and Fairness subsystem',
  apiserver_flowcontrol_request_queue_length_after_enqueue:
    'Length of queue in the API Priority and Fairness subsystem, as seen by each request after it is enqueued',
  apiserver_flowcontrol_request_wait_duration_seconds: 'Length of time a request spent waiting in its queue',
  apiserver_flowcontrol_watch_count_samples: 'count of watchers for mutating requests in API Priority and Fairness',
  apiserver_flowcontrol_work_estimated_seats:
    'Number of estimated seats (maximum of initial and final seats) associated with requests in API Priority and Fairness',
  apiserver_longrunning_requests:
    'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
  apiserver_request_duration_seconds:
    'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
  apiserver_request_total:
    'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
  apiserver_requested_deprecated_apis:
    'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
  apiserver_response_sizes:
    'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
  apiserver_storage_db_total_size_in_bytes: 'Total size of the storage database file physically allocated in bytes.',
  apiserver_storage_objects:
    'Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
  apiserver_storage_size_bytes: 'Size of the storage database file physically allocated in bytes.',
  apiserver_watch_events_total: 'Number of events sent in watch clients',
  etcd_request_duration_seconds: 'Etcd request latency in seconds for each operation and object type.',
  etcd_request_errors_total: 'Etcd failed request counts for each operation and object type.',
  etcd_requests_total: 'Etcd request counts for each operation and object type.',
  nodejs_eventloop_lag_max_seconds: 'The maximum recorded event loop delay.',
  nodejs_heap_size_used_bytes: 'Process heap size used from Node.js in bytes.',
  process_cpu_seconds_total: 'Total user and system CPU time spent in seconds.',
  process_max_fds: 'Maximum number of open file descriptors.',
  process_open_fds: 'Number of open file descriptors.',
  process_resident_memory_bytes: 'Resident memory size in bytes.',
  process_start_time_seconds: 'Start time of the process since unix epoch in seconds.',
  process_virtual_memory_bytes: 'Virtual memory size in bytes.',
})

/** The help text of the metric whose name begins with the name of the maker. */
const BUILD = "A metric with a constant '1' value labeled by what was built and how."

/** The help text of a metric. */
export const helpOf = (name: string): string => TEXTS[name] ?? (name.endsWith('_build_info') ? BUILD : '')

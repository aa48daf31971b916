/**
 * Memories of the sample tenant that examples of the OpenAPI document name: they exist on a fresh start of the embedded
 * mode. test/samples/memories.spec.ts holds them against the samples.
 */
export const SAMPLE_ID = 'mem_01k1t5gvb8e00bwxyzt09w1mcb';
export const SAMPLE_EXTERNAL_ID = 's0001';
/** Another one: examples of deletions do not take away what other examples read. */
export const DELETABLE_ID = 'mem_01k22qa8jre04tf0pcca3t90qe';
export const DELETABLE_EXTERNAL_ID = 's0020';

//! Tests of the whole pipeline.

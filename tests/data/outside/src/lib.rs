#![doc = include_str!("tour.md")]

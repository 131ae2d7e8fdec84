//! Compiles the contract without `protoc`, and turns the options of methods and fields into Rust tables: a method
//! without its access and audit options fails this build.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use prost::Message;
use prost_reflect::DescriptorPool;

#[path = "build/checks.rs"]
mod checks;
#[path = "build/facts.rs"]
mod facts;
#[path = "build/fields.rs"]
mod fields;
#[path = "build/methods.rs"]
mod methods;
#[path = "build/options.rs"]
mod options;
#[path = "build/panels.rs"]
mod panels;

fn main() -> Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = Vec::new();
    collect(&root.join("kajo"), &mut files)?;
    files.sort();
    println!("cargo:rerun-if-changed=kajo");
    println!("cargo:rerun-if-changed=build");

    let mut compiler = protox::Compiler::new([&root])?;
    compiler.include_imports(true).include_source_info(true);
    compiler.open_files(files)?;
    let encoded = compiler.encode_file_descriptor_set();
    fs::write(out.join("descriptors.binpb"), &encoded)?;

    let pool = DescriptorPool::decode(encoded.as_slice())?;
    fs::write(out.join("methods.rs"), methods::table(&pool)?)?;
    fs::write(out.join("panels.rs"), panels::table(&pool)?)?;
    fs::write(out.join("checks.rs"), checks::implementations(&pool)?)?;
    fs::write(out.join("fields.rs"), fields::implementations(&pool)?)?;
    fs::write(out.join("facts.rs"), facts::table(&pool)?)?;
    let (vetoes, vetoing) = facts::vetoes(&pool)?;
    fs::write(out.join("vetoes.rs"), vetoes)?;
    fs::write(out.join("vetoing.rs"), vetoing)?;

    let set = prost_types::FileDescriptorSet::decode(encoded.as_slice())?;
    tonic_prost_build::configure().codec_path("crate::codec::CheckedCodec").bytes(".").include_file("packages.rs").compile_fds(set)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}

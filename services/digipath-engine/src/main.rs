//! digipath-engine on its own.

fn main() -> std::process::ExitCode {
    chassis::process::run_service(digipath_engine::service())
}

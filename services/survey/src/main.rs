//! survey on its own.

fn main() -> std::process::ExitCode {
    chassis::process::run_service(survey::service())
}

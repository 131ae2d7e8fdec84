//! chat-queue on its own.

fn main() -> std::process::ExitCode {
    chassis::process::run_service(chat_queue::service())
}

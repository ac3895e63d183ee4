import NIOPosix

/// The threads of work that may block or takes long, so that it holds up no other request: a task executor.
final class WorkThreads: TaskExecutor {
    private let pool: NIOThreadPool

    init(_ count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        pool.submit { _ in unsafe job.runSynchronously(on: executor) }
    }

    func end() async { try? await pool.shutdownGracefully() }
}

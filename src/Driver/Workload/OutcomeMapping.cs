using Marketplace.Audit.History;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Workload;

/// <summary>Turns an HTTP answer into an outcome class (contract §6).</summary>
internal static class OutcomeMapping
{
    /// <summary>The class of an answer. The body of a successful checkout may say more (<see cref="Answers.Checkout"/>).</summary>
    public static OutcomeClass Of(in HttpAnswer answer, OperationKind kind) => answer switch
    {
        { Failure: HttpFailure.TimedOut } => OutcomeClass.TimedOut,
        { Failure: HttpFailure.ConnectionLost or HttpFailure.NotSent } => OutcomeClass.TransportError,
        { IsSuccess: true } => OutcomeClass.Committed,
        { Status: 503 } => OutcomeClass.Aborted,
        { Status: >= 500 } => OutcomeClass.TransportError,
        { Status: 409 } when kind is OperationKind.PriceUpdate or OperationKind.ProductDelete => OutcomeClass.Rejected,
        { Status: 422 } => OfUnprocessable(answer.Body.Span),
        _ => OutcomeClass.DriverFault,
    };

    private static OutcomeClass OfUnprocessable(ReadOnlySpan<byte> body) =>
        Answers.IsProblem(body, "out-of-stock"u8) ? OutcomeClass.Rejected
        : Answers.IsProblem(body, "payment-declined"u8) ? OutcomeClass.PaymentFailed
        : OutcomeClass.DriverFault;
}

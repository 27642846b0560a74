using System.Reflection;
using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;

namespace Marketplace.LocalEngine.Calls;

/// <summary>A request on its way through the filters at the caller, who gets its answer when they are done.</summary>
internal sealed class OutgoingCall : IOutgoingGrainCallContext
{
    private readonly IGrainRequest _request;
    private readonly GrainReference _reference;
    private readonly GrainClass _class;
    private int _next;

    private OutgoingCall(GrainReference reference, IGrainRequest request)
    {
        _request = request;
        _reference = reference;
        _class = (GrainClass)reference.Calls;
    }

    public IInvokable Request => _request;

    public object Grain => _reference;

    public GrainId? SourceId => SourceContext?.GrainId;

    public IGrainContext? SourceContext => _request.State.Caller;

    public GrainId TargetId => _reference.GrainId;

    public string InterfaceName => _request.GetInterfaceName();

    public string MethodName => _request.Method.Name;

    public MethodInfo InterfaceMethod => _request.Method.Resolve();

    public object? Result { get; set; }

    public static void Start(GrainReference reference, IGrainRequest request) => _ = new OutgoingCall(reference, request).RunAsync();

    public async Task Invoke()
    {
        var filters = _class.Engine.OutgoingFilters;
        if (_next < filters.Count)
        {
            await filters[_next++].Invoke(this);
            return;
        }
        var sent = new FilteredRequest(_request);
        ref var state = ref ((IGrainRequest)sent).State;
        state.Caller = _request.State.Caller;
        _class.Dispatch(_reference, sent);
        Result = await sent.Task;
    }

    private async Task RunAsync()
    {
        try
        {
            await Invoke();
            _request.TryAnswer(Result);
        }
        catch (Exception e)
        {
            _request.TryComplete(Task.FromException(e));
        }
    }

    /// <summary>The request as the called grain gets it; its answer goes to the filters instead of the caller.</summary>
    private sealed class FilteredRequest(IGrainRequest request) : SentRequest<object?>, ICancellableRequest
    {
        CancellationToken ICancellableRequest.Token
        {
            get => (request as ICancellableRequest)?.Token ?? default;
            set => ((ICancellableRequest)request).Token = value;
        }

        IDisposable? ICancellableRequest.Cancellation { get; set; }

        public override GrainMethod Method => request.Method;

        public override int GetArgumentCount() => request.GetArgumentCount();

        public override object? GetArgument(int index) => request.GetArgument(index);

        public override void SetArgument(int index, object? value) => request.SetArgument(index, value);

        protected override Task Call(object grain) => CallAsync(grain);

        private async Task<object?> CallAsync(object grain)
        {
            var running = request.Call(grain);
            await running;
            return request.ResultOf(running);
        }
    }
}
